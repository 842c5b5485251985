import dagre from '@dagrejs/dagre';
import { blockByType } from '@shared/blocks/registry';
import type { Drawing, DrawingNode, Wire } from '@shared/contract/project';
import { nodeSize, type Point } from './geometry';

/** Half of the room between two rows: a wire within a frame spans two of these, one across a frame's edge more. */
const halfGap = 13;
const rowsPerWire = 2;
/** A frame's header and padding lie where its wires leave and enter. */
const rowsPerFrameEdge = 2;
/** Between the middle line and the cards beside it: room for the shape on a residual line. */
const laneGap = 94;
const loose = 28;

/** Where each node goes when the drawing is tidied: flow from the bottom up, residual lines straight. */
export function tidyPositions(drawing: Drawing): Record<string, Point> {
  const known = new Set(drawing.nodes.map(({ id }) => id));
  const wires = drawing.wires.filter(({ from, to }) => known.has(from) && known.has(to));
  const rows = rowsOf(drawing, wires);
  const columns = new Map<string, number>();
  placeColumns({ nodes: drawing.nodes, wires, rows, columns }, 0);
  return Object.fromEntries(
    drawing.nodes.map((node) => {
      const { width, height } = nodeSize(node);
      const x = Math.round((columns.get(node.id) ?? 0) - width / 2);
      return [node.id, { x, y: Math.round((rows.get(node.id) ?? 0) - height / 2) }];
    }),
  );
}

/** The height of each node's middle line, by dagre: the longest way from the inputs, loops broken. */
function rowsOf(drawing: Drawing, wires: readonly Wire[]): Map<string, number> {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'BT', ranksep: halfGap, nodesep: loose });
  const groups = new Map(drawing.nodes.map(({ id, group }) => [id, group]));
  for (const node of drawing.nodes) graph.setNode(node.id, { ...nodeSize(node) });
  for (const { from, to, port } of wires) {
    const sameFrame = groups.get(from) === groups.get(to);
    const minlen = rowsPerWire + (sameFrame ? 0 : rowsPerFrameEdge);
    graph.setEdge(from, to, { minlen }, `${from}>${to}.${port}`);
  }
  dagre.layout(graph);
  return new Map(drawing.nodes.map(({ id }) => [id, graph.node(id).y]));
}

interface Part {
  readonly nodes: readonly DrawingNode[];
  readonly wires: readonly Wire[];
  readonly rows: ReadonlyMap<string, number>;
  /** The middle of each placed node, from left to right. */
  readonly columns: Map<string, number>;
}

/** Puts the main line of a part straight at `x`, and what hangs beside it into lanes on its right. Answers the right edge. */
function placeColumns(part: Part, x: number): number {
  const spine = spineOf(part);
  for (const { id } of spine) part.columns.set(id, x);
  const onSpine = new Set(spine.map(({ id }) => id));
  const rest = part.nodes.filter(({ id }) => !onSpine.has(id));
  let right = x + Math.max(0, ...spine.map((node) => nodeSize(node).width / 2));
  const lanes: { top: number; bottom: number; right: number }[] = [];
  for (const nodes of connectedParts(rest, part.wires)) {
    const heights = nodes.map(({ id }) => part.rows.get(id) ?? 0);
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
    const beside = [...spineSpan(spine, part.rows, x, { top, bottom }), ...lanes]
      .filter((lane) => lane.top <= bottom + loose && lane.bottom >= top - loose)
      .map((lane) => lane.right);
    const left = Math.max(x, ...beside) + laneGap;
    const half = Math.max(...nodes.map((node) => nodeSize(node).width / 2));
    const edge = placeColumns({ ...part, nodes }, left + half);
    lanes.push({ top, bottom, right: edge });
    right = Math.max(right, edge);
  }
  return right;
}

function spineSpan(
  spine: readonly DrawingNode[],
  rows: ReadonlyMap<string, number>,
  x: number,
  range: { top: number; bottom: number },
): { top: number; bottom: number; right: number }[] {
  return spine
    .map((node) => ({ row: rows.get(node.id) ?? 0, half: nodeSize(node).width / 2 }))
    .filter(({ row }) => row >= range.top && row <= range.bottom)
    .map(({ row, half }) => ({ top: row, bottom: row, right: x + half }));
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
