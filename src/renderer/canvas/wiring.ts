import { blockByType } from '@shared/blocks/registry';
import { type Problem, ProblemError } from '@shared/contract/problem';
import type { Drawing, Wire } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import type { Compiled, Sizes } from '@shared/graph/compiled';
import { wireId } from '@shared/graph/names';
import { connect } from '@shared/graph/wires';

/** What would become of a wire: drawn and sound, drawn but faulty, or refused. */
export interface Verdict {
  readonly kind: 'fits' | 'faulty' | 'refused';
  readonly problem: Problem | null;
}

const fits: Verdict = { kind: 'fits', problem: null };

/** Tries a wire without drawing it. */
export function tryWire(drawing: Drawing, wire: Wire, sizes: Sizes): Verdict {
  let drawn: Drawing;
  try {
    drawn = connect(drawing, wire);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { kind: 'refused', problem: error.problem };
  }
  const problem = newFault(drawn, wire, sizes);
  return problem === undefined ? fits : { kind: 'faulty', problem };
}

/** The fault that the wire itself, or its ends' group, would have. Inputs still open are no fault of this wire. */
function newFault(drawn: Drawing, wire: Wire, sizes: Sizes): Problem | undefined {
  const id = wireId(wire);
  const open = openInputs(drawn, wire.to) > 0;
  return compile(drawn, sizes).problems.find(
    ({ target }) =>
      target?.wire === id ||
      (!open &&
        target?.node === wire.to &&
        target.wire === undefined &&
        !isOpenEnd(drawn, wire.to)),
  );
}

function isOpenEnd(drawing: Drawing, id: string): boolean {
  return !drawing.wires.some(({ from }) => from === id);
}

function openInputs(drawing: Drawing, id: string): number {
  const type = drawing.nodes.find((node) => node.id === id)?.type ?? '';
  const ports = Object.keys(blockByType.get(type)?.inputs ?? {});
  return ports.filter((port) => !drawing.wires.some((wire) => wire.to === id && wire.port === port))
    .length;
}

/** A port where a wire may start or end. `port` null is a node's output. */
export interface End {
  readonly node: string;
  readonly port: string | null;
}

export interface Candidate {
  readonly wire: Wire;
  readonly verdict: Verdict;
}

/** Every wire that could be drawn from an end, sound ones first, faulty and refused ones after. */
export function candidates(drawing: Drawing, end: End, sizes: Sizes): Candidate[] {
  const order = { fits: 0, faulty: 1, refused: 2 } as const;
  return possibleWires(drawing, end)
    .map((wire) => ({ wire, verdict: tryWire(drawing, wire, sizes) }))
    .sort((a, b) => order[a.verdict.kind] - order[b.verdict.kind]);
}

function possibleWires(drawing: Drawing, { node, port }: End): Wire[] {
  if (port !== null) {
    return drawing.nodes
      .filter(({ id }) => id !== node)
      .map(({ id }) => ({ from: id, to: node, port }));
  }
  return drawing.nodes
    .filter(({ id }) => id !== node)
    .flatMap(({ id, type }) =>
      Object.keys(blockByType.get(type)?.inputs ?? {}).map((input) => ({
        from: node,
        to: id,
        port: input,
      })),
    );
}

/**
 * An input that nothing is wired to, or a sound node, no head, whose output goes nowhere: a drawing not yet finished
 * rather than wrong.
 */
export function isUnfinished(
  { target }: Problem,
  drawing: Drawing,
  { shapes }: Pick<Compiled, 'shapes'>,
): boolean {
  const { node, wire, repair } = target ?? {};
  if (node === undefined || wire !== undefined || repair !== undefined) return false;
  const type = drawing.nodes.find(({ id }) => id === node)?.type ?? '';
  const mayGoOn = isOpenEnd(drawing, node) && blockByType.get(type)?.group !== 'head';
  return openInputs(drawing, node) > 0 || (mayGoOn && shapes.has(node));
}
