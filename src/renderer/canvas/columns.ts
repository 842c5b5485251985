import { blockByType } from '@shared/blocks/registry';
import type { DrawingNode, Wire } from '@shared/contract/project';
import { nodeSize } from './geometry';

/** Between the middle line and the cards beside it: room for the shape on a residual line. */
const laneGap = 94;
/** Between an encoder and what it feeds: room for the edges of both frames. */
const feederGap = 96;
/** Parts closer than this above each other do not share a lane. */
const loose = 28;

interface Part {
  readonly nodes: readonly DrawingNode[];
  /** `constant`: the same for every layer of a repeat group. */
  readonly wires: readonly (Wire & { constant: boolean })[];
  readonly rows: ReadonlyMap<string, number>;
  /** The middle of each placed node, from left to right. */
  readonly columns: Map<string, number>;
}

interface Span {
  readonly left: number;
  readonly right: number;
}

/** Rows that are taken, as far as a right edge. */
interface Lane {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

/** Puts the main line of a part straight at `x`, what hangs beside it in lanes on its right, and what feeds it on its left. */
export function placeColumns(part: Part, x: number): Span {
  const spine = spineOf(part);
  for (const { id } of spine) part.columns.set(id, x);
  const onSpine = new Set(spine.map(({ id }) => id));
  const rest = part.nodes.filter(({ id }) => !onSpine.has(id));
  const half = Math.max(0, ...spine.map((node) => nodeSize(node).width / 2));
  const span = { left: x - half, right: x + half };
  const lanes: Lane[] = spine.map((node) => {
    const row = part.rows.get(node.id) ?? 0;
    return { top: row, bottom: row, right: x + nodeSize(node).width / 2 };
  });
  for (const nodes of connectedParts(rest, flowing(part.wires))) {
    if (isFeeder(nodes, part.wires)) {
      span.left = placeOnTheLeft({ ...part, nodes }, span.left);
    } else {
      const lane = placeInLane({ ...part, nodes }, x, lanes);
      lanes.push(lane);
      span.right = Math.max(span.right, lane.right);
    }
  }
  return span;
}

function placeInLane(part: Part, x: number, lanes: readonly Lane[]): Lane {
  const rows = part.nodes.map(({ id }) => part.rows.get(id) ?? 0);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const beside = lanes.filter((lane) => lane.top <= bottom + loose && lane.bottom >= top - loose);
  const left = Math.max(x, ...beside.map((lane) => lane.right)) + laneGap;
  const half = Math.max(...part.nodes.map((node) => nodeSize(node).width / 2));
  return { top, bottom, right: placeColumns(part, left + half).right };
}

/** Answers the part's left edge. */
function placeOnTheLeft(part: Part, edge: number): number {
  const columns = new Map<string, number>();
  const span = placeColumns({ ...part, columns }, 0);
  const shift = edge - feederGap - span.right;
  for (const [id, column] of columns) part.columns.set(id, column + shift);
  return span.left + shift;
}

/** Wires that change from layer to layer: not those that bring an encoder's memory. */
function flowing(wires: readonly (Wire & { constant: boolean })[]): Wire[] {
  return wires.filter(({ constant }) => !constant);
}

/** Whether a part gets nothing from outside of it, such as an encoder. */
function isFeeder(nodes: readonly DrawingNode[], wires: readonly Wire[]): boolean {
  const inside = new Set(nodes.map(({ id }) => id));
  const into = wires.some(({ from, to }) => inside.has(to) && !inside.has(from));
  return !into && wires.some(({ from, to }) => inside.has(from) && !inside.has(to));
}

/** The line that values flow along: back from the last node, through each residual add along its skip. */
function spineOf({ nodes, wires, rows }: Part): DrawingNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let node = [...nodes].sort((a, b) => (rows.get(a.id) ?? 0) - (rows.get(b.id) ?? 0))[0];
  const spine: DrawingNode[] = [];
  while (node !== undefined && !spine.includes(node)) {
    spine.push(node);
    node = byId.get(mainSource(node, wires) ?? '');
  }
  return spine;
}

/** Where a node's main input comes from: what is wired to its first port, of a residual add the stream. */
function mainSource(node: DrawingNode, wires: readonly Wire[]): string | undefined {
  const ports = Object.keys(blockByType.get(node.type)?.inputs ?? {});
  return wires
    .filter(({ to }) => to === node.id)
    .sort((a, b) => ports.indexOf(a.port) - ports.indexOf(b.port))[0]?.from;
}

/** The parts of a drawing that hang together. */
function connectedParts(nodes: readonly DrawingNode[], wires: readonly Wire[]): DrawingNode[][] {
  const left = new Map(nodes.map((node) => [node.id, node]));
  const take = (id: string): DrawingNode[] => {
    const node = left.get(id);
    left.delete(id);
    return node === undefined ? [] : [node];
  };
  const parts: DrawingNode[][] = [];
  for (const { id } of nodes) {
    const part = take(id);
    // Grows while it is walked through.
    for (const node of part) part.push(...neighbours(node.id, wires).flatMap(take));
    if (part.length > 0) parts.push(part);
  }
  return parts;
}

function neighbours(id: string, wires: readonly Wire[]): string[] {
  return wires.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
}
