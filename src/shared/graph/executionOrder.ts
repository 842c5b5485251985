import type { Wire } from '../contract/project';
import { type Fault, faultAt } from './faults';
import { groupName } from './names';
import { type Loop, sortByWires } from './order';
import { groupLoop, loop } from './sentences';
import { wireTarget } from './wires';
import { groupOf, nameIn, type Wiring } from './wiring';

export interface ExecutionOrder {
  /** Sources first, the nodes of a group next to each other. */
  readonly ids: readonly string[];
  /** Wires that close a loop: the order is that of the drawing without them. */
  readonly broken: ReadonlySet<Wire>;
}

/** The order in which nodes run; loops become faults. */
export function executionOrder(wiring: Wiring, faults: Fault[]): ExecutionOrder {
  const { ids, loops } = sortByWires([...wiring.nodes.keys()], wiring.wires);
  const broken = new Set(loops.map(({ wire }) => wire));
  for (const { wire, path } of loops) {
    const names = path.map((id) => nameIn(wiring, id));
    faults.push(faultAt('loop', loop(names), wireTarget(wire)));
  }
  const units = unitsOf(wiring, ids);
  const wires = wiring.wires.filter((wire) => !broken.has(wire));
  const between = wiresBetween(wiring, wires);
  const sorted = sortByWires([...units.keys()], between);
  for (const found of sorted.loops) {
    const wire = wires[Number(found.wire.port)];
    if (wire === undefined) continue;
    broken.add(wire);
    faults.push(groupLoopFault(wiring, found, wire));
  }
  return { ids: sorted.ids.flatMap((unit) => units.get(unit) ?? []), broken };
}

/** What runs as one: a node outside of groups, or all layers of a group. */
const unitOf = (wiring: Wiring, id: string) => {
  const group = groupOf(wiring, id);
  return group === null ? id : `group ${group}`;
};

function unitsOf(wiring: Wiring, ids: readonly string[]): Map<string, string[]> {
  const units = new Map<string, string[]>();
  for (const id of ids) {
    const unit = unitOf(wiring, id);
    const members = units.get(unit);
    if (members === undefined) units.set(unit, [id]);
    else members.push(id);
  }
  return units;
}

/** The wires from unit to unit; `port` is the place of the wire it stands for. */
function wiresBetween(wiring: Wiring, wires: readonly Wire[]): Wire[] {
  return wires
    .map(({ from, to }, place) => ({
      from: unitOf(wiring, from),
      to: unitOf(wiring, to),
      port: String(place),
    }))
    .filter(({ from, to }) => from !== to);
}

function groupLoopFault(wiring: Wiring, { path }: Loop, wire: Wire): Fault {
  const isGroup = (unit: string) => unit.startsWith('group ');
  const nameOf = (unit: string) =>
    isGroup(unit) ? groupName(wiring.drawing, unit.slice(6)) : nameIn(wiring, unit);
  const unit = path.find(isGroup) ?? '';
  const through = path.find((other) => other !== unit) ?? unit;
  const target = { ...wireTarget(wire), group: unit.slice(6) };
  return faultAt('loop', groupLoop(nameOf(unit), nameOf(through)), target);
}
