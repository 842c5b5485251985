import dagre from '@dagrejs/dagre';
import { blockByType } from '@shared/blocks/registry';
import type { Drawing, Wire } from '@shared/contract/project';
import { placeColumns } from './columns';
import { nodeSize, type Point } from './geometry';

/** Half of the room between two rows: a wire within a frame spans two of these, one across a frame's edge more. */
const halfGap = 13;
const rowsPerWire = 2;
/** A frame's header and padding lie where its wires leave and enter. */
const rowsPerFrameEdge = 2;
const besideEachOther = 28;

/** Where each node goes when the drawing is tidied: flow from the bottom up, residual lines straight. */
export function tidyPositions(drawing: Drawing): Record<string, Point> {
  const known = new Set(drawing.nodes.map(({ id }) => id));
  const wires = drawing.wires.filter(({ from, to }) => known.has(from) && known.has(to));
  const rows = rowsOf(drawing, wires);
  const columns = new Map<string, number>();
  const types = new Map(drawing.nodes.map(({ id, type }) => [id, type]));
  const marked = wires.map((wire) => ({
    ...wire,
    constant: blockByType.get(types.get(wire.to) ?? '')?.inputs[wire.port]?.constant === true,
  }));
  placeColumns({ nodes: drawing.nodes, wires: marked, rows, columns }, 0);
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
  graph.setGraph({ rankdir: 'BT', ranksep: halfGap, nodesep: besideEachOther });
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
