import type { AnyBlock } from '../blocks/block';
import { blockByType } from '../blocks/registry';
import { sameText, type Text } from '../contract/problem';
import type { Drawing, DrawingNode, RepeatGroup, Wire } from '../contract/project';
import { type Fault, faultAt } from './faults';
import { drawingName, nodeNames, wireId } from './names';
import { noPort, sameId, twoWires, unknownBlock, unknownGroup, wireFromNowhere } from './sentences';
import { wireTarget } from './wires';

/** A drawing as a graph: only nodes and wires that exist at both ends. */
export interface Wiring {
  readonly drawing: Drawing;
  readonly nodes: ReadonlyMap<string, DrawingNode>;
  readonly groups: ReadonlyMap<string, RepeatGroup>;
  readonly names: ReadonlyMap<string, Text>;
  readonly wires: readonly Wire[];
  /** Wires that end at a node, by port. */
  readonly into: ReadonlyMap<string, ReadonlyMap<string, Wire>>;
  /** Wires that begin at a node. */
  readonly outOf: ReadonlyMap<string, readonly Wire[]>;
}

export function nameIn(wiring: Pick<Wiring, 'names'>, id: string): Text {
  return wiring.names.get(id) ?? sameText(id);
}

export function blockOf(wiring: Pick<Wiring, 'nodes'>, id: string): AnyBlock | undefined {
  return blockByType.get(wiring.nodes.get(id)?.type ?? '');
}

/** The group a node belongs to; null when it belongs to none that exists. */
export function groupOf(wiring: Pick<Wiring, 'nodes' | 'groups'>, id: string): string | null {
  const group = wiring.nodes.get(id)?.group ?? null;
  return group !== null && wiring.groups.has(group) ? group : null;
}

/** Reads a drawing; what does not fit together becomes faults and is left out. */
export function readWiring(drawing: Drawing, faults: Fault[]): Wiring {
  const names = nodeNames(drawing);
  const groups = new Map(drawing.groups.map((group) => [group.id, group]));
  const nodes = readNodes(drawing, { names, groups }, faults);
  const wires: Wire[] = [];
  const into = new Map<string, Map<string, Wire>>();
  const outOf = new Map<string, Wire[]>();
  for (const wire of drawing.wires) {
    const fault = wireFault(wire, { nodes, names, into });
    if (fault !== null) {
      faults.push(fault);
      continue;
    }
    wires.push(wire);
    entry(into, wire.to, () => new Map<string, Wire>()).set(wire.port, wire);
    entry(outOf, wire.from, (): Wire[] => []).push(wire);
  }
  return { drawing, nodes, groups, names, wires, into, outOf };
}

function readNodes(
  drawing: Drawing,
  { names, groups }: Pick<Wiring, 'names' | 'groups'>,
  faults: Fault[],
): Map<string, DrawingNode> {
  const nodes = new Map<string, DrawingNode>();
  for (const node of drawing.nodes) {
    const where = names.get(node.id) ?? sameText(node.id);
    if (nodes.has(node.id)) {
      faults.push(faultAt('file', sameId(where, node.id), { node: node.id }));
      continue;
    }
    nodes.set(node.id, node);
    if (!blockByType.has(node.type)) {
      faults.push(faultAt('block', unknownBlock(where, node.type), { node: node.id }));
    }
    if (node.group !== null && !groups.has(node.group)) {
      faults.push(faultAt('file', unknownGroup(where, node.group), { node: node.id }));
    }
  }
  return nodes;
}

function wireFault(
  wire: Wire,
  { nodes, names, into }: Pick<Wiring, 'nodes' | 'names' | 'into'>,
): Fault | null {
  const where = names.get(wire.to) ?? sameText(wire.to);
  if (!nodes.has(wire.to)) {
    return faultAt('file', wireFromNowhere(drawingName, wire.to), { wire: wireId(wire) });
  }
  if (!nodes.has(wire.from)) {
    return faultAt('file', wireFromNowhere(where, wire.from), wireTarget(wire));
  }
  const block = blockByType.get(nodes.get(wire.to)?.type ?? '');
  const ports = Object.keys(block?.inputs ?? {});
  if (block !== undefined && !ports.includes(wire.port)) {
    return faultAt('port', noPort(where, wire.port, ports), wireTarget(wire));
  }
  if (into.get(wire.to)?.has(wire.port)) {
    const title = block?.inputs[wire.port]?.title ?? sameText(wire.port);
    return faultAt('file', twoWires(where, title), wireTarget(wire));
  }
  return null;
}

/** The value under a key, made when it is not there yet. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
