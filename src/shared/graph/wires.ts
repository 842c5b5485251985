import { blockByType } from '../blocks/registry';
import { ProblemError, sameText, type Target } from '../contract/problem';
import type { Drawing, Wire } from '../contract/project';
import type { Sentence } from './faults';
import { drawingName, nodeName, nodeNames, wireId } from './names';
import { pathBetween } from './order';
import { loop, noPort, wireFromNowhere } from './sentences';

/**
 * Draws a wire; it takes the place of the one that ended at this port.
 * @throws ProblemError when it would close a loop, or an end of it does not exist.
 */
export function connect(drawing: Drawing, wire: Wire): Drawing {
  checkEnds(drawing, wire);
  const others = drawing.wires.filter(({ to, port }) => to !== wire.to || port !== wire.port);
  const path = pathBetween(others, wire.to, wire.from);
  if (path !== null) {
    const names = nodeNames(drawing);
    refuse(loop(path.map((id) => names.get(id) ?? sameText(id))), wireTarget(wire));
  }
  return { ...drawing, wires: [...others, { from: wire.from, to: wire.to, port: wire.port }] };
}

/** Removes the wire that ends at this port. */
export function disconnect(drawing: Drawing, end: Pick<Wire, 'to' | 'port'>): Drawing {
  return {
    ...drawing,
    wires: drawing.wires.filter(({ to, port }) => to !== end.to || port !== end.port),
  };
}

/** A fault of a wire is shown on the wire and on the node where it ends. */
export function wireTarget(wire: Wire): Target {
  return { node: wire.to, wire: wireId(wire) };
}

function checkEnds(drawing: Drawing, wire: Wire): void {
  const nodes = new Map(drawing.nodes.map((node) => [node.id, node]));
  const absent = [wire.from, wire.to].find((id) => !nodes.has(id));
  if (absent !== undefined) refuse(wireFromNowhere(drawingName, absent), { wire: wireId(wire) });
  const block = blockByType.get(nodes.get(wire.to)?.type ?? '');
  if (block !== undefined && !Object.hasOwn(block.inputs, wire.port)) {
    refuse(
      noPort(nodeName(drawing, wire.to), wire.port, Object.keys(block.inputs)),
      wireTarget(wire),
    );
  }
}

function refuse(sentence: Sentence, target: Target): never {
  throw new ProblemError({ ...sentence, target });
}
