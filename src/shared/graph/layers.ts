import type { Wire } from '../contract/project';
import { sameShape } from '../tensor/shape';
import { type Fault, faultAt } from './faults';
import type { Inferred } from './infer';
import { groupName, wireId } from './names';
import { carryMismatch, noEntry, severalEntries, severalExits } from './sentences';
import { blockOf, groupOf, nameIn, type Wiring } from './wiring';

/** How a repeat group runs: layer l + 1 takes, in the place of `entry`, what `exit` gave in layer l. */
export interface Layers {
  readonly count: number;
  /** The node outside whose output flows in. */
  readonly entry: string | null;
  /** The node inside whose output flows on. */
  readonly exit: string | null;
}

/** Reads the repeat groups that have nodes; breaches of their rules become faults. */
export function readLayers(
  wiring: Wiring,
  { inferred, output }: { inferred: Inferred; output: string | null },
  faults: Fault[],
): ReadonlyMap<string, Layers> {
  const used = new Set([...wiring.nodes.keys()].map((id) => groupOf(wiring, id)));
  const layers = new Map<string, Layers>();
  for (const { id, count } of wiring.groups.values()) {
    if (!used.has(id)) continue;
    const entries = entryWires(wiring, id);
    const exits = exitNodes(wiring, id, output);
    const group: Layers = { count, entry: entries[0]?.from ?? null, exit: exits[0] ?? null };
    layers.set(id, group);
    faults.push(...entryFaults(wiring, id, { entries, count }));
    faults.push(...exitFaults(wiring, id, exits));
    if (new Set(entries.map(({ from }) => from)).size === 1 && exits.length === 1) {
      faults.push(...carryFaults(wiring, id, { group, inferred }));
    }
  }
  return layers;
}

/** Whether what arrives at a port changes from layer to layer. */
export function flows(wiring: Wiring, { to, port }: Wire): boolean {
  return blockOf(wiring, to)?.inputs[port]?.constant !== true;
}

function entryWires(wiring: Wiring, group: string): Wire[] {
  return wiring.wires.filter(
    (wire) =>
      groupOf(wiring, wire.to) === group &&
      groupOf(wiring, wire.from) !== group &&
      flows(wiring, wire),
  );
}

function exitWires(wiring: Wiring, group: string): Wire[] {
  return wiring.wires.filter(
    ({ from, to }) => groupOf(wiring, from) === group && groupOf(wiring, to) !== group,
  );
}

function exitNodes(wiring: Wiring, group: string, output: string | null): string[] {
  const exits = new Set(exitWires(wiring, group).map(({ from }) => from));
  if (output !== null && groupOf(wiring, output) === group) exits.add(output);
  return [...exits];
}

function exitFaults(wiring: Wiring, group: string, exits: readonly string[]): Fault[] {
  if (exits.length <= 1) return [];
  const names = exits.map((exit) => nameIn(wiring, exit));
  const last = exitWires(wiring, group).findLast(({ from }) => from !== exits[0]);
  const target = { group, ...(last && { wire: wireId(last) }) };
  return [faultAt('groupExit', severalExits(groupName(wiring.drawing, group), names), target)];
}

function entryFaults(
  wiring: Wiring,
  group: string,
  { entries, count }: { entries: readonly Wire[]; count: number },
): Fault[] {
  const where = groupName(wiring.drawing, group);
  const sources = [...new Set(entries.map(({ from }) => from))];
  const last = entries.findLast(({ from }) => from !== sources[0]);
  if (last !== undefined) {
    const names = sources.map((id) => nameIn(wiring, id));
    return [faultAt('groupEntry', severalEntries(where, names), { group, wire: wireId(last) })];
  }
  // While an input of the group is still open, that is the fault to mend first.
  const open = [...wiring.nodes.keys()].some(
    (id) => groupOf(wiring, id) === group && hasOpenInput(wiring, id),
  );
  if (sources.length > 0 || count === 1 || open) return [];
  return [faultAt('groupEntry', noEntry(where, count), { group })];
}

function hasOpenInput(wiring: Wiring, id: string): boolean {
  const ports = Object.keys(blockOf(wiring, id)?.inputs ?? {});
  return ports.some((port) => wiring.into.get(id)?.has(port) !== true);
}

function carryFaults(
  wiring: Wiring,
  id: string,
  { group, inferred }: { group: Layers; inferred: Inferred },
): Fault[] {
  const given = inferred.sound.get(group.exit ?? '')?.shape;
  const taken = inferred.sound.get(group.entry ?? '')?.shape;
  if (group.count === 1 || given === undefined || taken === undefined) return [];
  if (sameShape(given, taken)) return [];
  const where = groupName(wiring.drawing, id);
  return [faultAt('groupCarry', carryMismatch(where, given, taken, group.count), { group: id })];
}
