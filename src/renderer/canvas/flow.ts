import type { AnyBlock } from '@shared/blocks/block';
import { blockByType } from '@shared/blocks/registry';
import { type Problem, ProblemError, type Text } from '@shared/contract/problem';
import type { Drawing, DrawingNode, RepeatGroup, Wire } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { groupName, nodeNames, wireId } from '@shared/graph/names';
import type { Shape } from '@shared/tensor/shape';
import type { Edge, Node } from '@xyflow/react';
import type { Selection } from '../stores/canvas';
import { cardParams } from './cardParams';
import { type Box, frameBoxes, isPlus, nodeSize, type Point } from './geometry';
import { isUnfinished } from './wiring';

/** What a block's card shows. */
export interface BlockData extends Record<string, unknown> {
  readonly node: DrawingNode;
  /** undefined: this version does not know the block. */
  readonly block: AnyBlock | undefined;
  readonly name: Text;
  readonly problems: readonly Problem[];
  /** Its problems are only wires still to be drawn. */
  readonly unfinished: boolean;
  /** The name of the faulty node that it waits for. */
  readonly waitsFor: Text | null;
  readonly n_params: number;
  readonly n_trainable: number;
  readonly hasWeights: boolean;
  readonly shape: Shape | null;
  /** Port → name of the node wired to it. */
  readonly wired: Readonly<Record<string, Text>>;
  /** Nothing is wired to its output. */
  readonly isEnd: boolean;
}

/** What the frame of a repeat group shows. */
export interface FrameData extends Record<string, unknown> {
  readonly group: RepeatGroup;
  readonly name: Text;
  readonly problems: readonly Problem[];
  readonly chosen: boolean;
}

export interface WireData extends Record<string, unknown> {
  readonly wire: Wire;
  readonly shape: Shape | null;
  readonly from: Text;
  readonly to: Text;
  /** What it is to blame for. */
  readonly fault: Problem | null;
  readonly waiting: boolean;
}

export type BlockNodeType = Node<BlockData, 'block'>;
export type FrameNodeType = Node<FrameData, 'frame'>;
export type FlowNode = BlockNodeType | FrameNodeType;
export type WireEdgeType = Edge<WireData, 'wire'>;

/** Frames live beside nodes in React Flow, under ids that no node can have. */
export const frameId = (group: string) => `frame:${group}`;

export interface FlowInput {
  readonly drawing: Drawing;
  readonly compiled: Compiled;
  readonly selection: Selection;
  /** Where nodes are while they are dragged. */
  readonly moved: Readonly<Record<string, Point>>;
  readonly measured: ReadonlyMap<string, { width: number; height: number }>;
  readonly words: FlowWords;
}

/** What those who hear the window are told. */
export interface FlowWords {
  node(name: Text, params: string): string;
  wire(from: Text, to: Text, shape: Shape | null): string;
}

/** The drawing with the places that its nodes have at this moment. */
export function withMoved(drawing: Drawing, moved: Readonly<Record<string, Point>>): Drawing {
  if (Object.keys(moved).length === 0) return drawing;
  const nodes = drawing.nodes.map((node) => {
    const position = moved[node.id];
    return position === undefined ? node : { ...node, position };
  });
  return { ...drawing, nodes };
}

function groupedProblems(compiled: Compiled, key: 'node' | 'group'): Map<string, Problem[]> {
  const byId = new Map<string, Problem[]>();
  for (const problem of compiled.problems) {
    const id = problem.target?.[key];
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), problem]);
  }
  return byId;
}

/** What React Flow draws for a drawing: frames below, then blocks. */
export function flowNodes(input: FlowInput): FlowNode[] {
  const drawing = withMoved(input.drawing, input.moved);
  return [...frames(drawing, input), ...blocks(drawing, input)];
}

function frames(drawing: Drawing, { compiled, selection }: FlowInput): FrameNodeType[] {
  const boxes = frameBoxes(drawing);
  const problems = groupedProblems(compiled, 'group');
  return drawing.groups.flatMap((group) => {
    const box = boxes.get(group.id);
    if (box === undefined) return [];
    return [frame(drawing, group, box, { problems, selection })];
  });
}

function frame(
  drawing: Drawing,
  group: RepeatGroup,
  { x, y, width, height }: Box,
  { problems, selection }: { problems: Map<string, Problem[]>; selection: Selection },
): FrameNodeType {
  return {
    id: frameId(group.id),
    type: 'frame',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    zIndex: -1,
    selectable: false,
    focusable: false,
    connectable: false,
    dragHandle: '.frame-handle',
    style: { pointerEvents: 'none' },
    data: {
      group,
      name: groupName(drawing, group.id),
      problems: problems.get(group.id) ?? [],
      chosen: selection.groups.has(group.id),
    },
  };
}

function blocks(
  drawing: Drawing,
  { compiled, selection, measured, words }: FlowInput,
): BlockNodeType[] {
  const names = nodeNames(drawing);
  const problems = groupedProblems(compiled, 'node');
  const sources = new Set(drawing.wires.map(({ from }) => from));
  return drawing.nodes.map((node) => {
    const size = nodeSize(node);
    const block = blockByType.get(node.type);
    const name = names.get(node.id) ?? { en: node.id, zh: node.id };
    const own = problems.get(node.id) ?? [];
    const wired = Object.fromEntries(
      drawing.wires
        .filter(({ to }) => to === node.id)
        .map(({ port, from }) => [port, names.get(from) ?? { en: from, zh: from }]),
    );
    return {
      id: node.id,
      type: 'block' as const,
      position: node.position,
      selected: selection.nodes.has(node.id),
      ariaLabel: words.node(name, block ? cardParams(block, node.params) : ''),
      width: size.width,
      height: size.height,
      measured: measured.get(node.id) ?? {},
      data: {
        node,
        block,
        name,
        problems: own,
        unfinished: own.every((problem) => isUnfinished(problem, drawing, compiled)),
        waitsFor: compiled.waiting.get(node.id) ?? null,
        n_params: compiled.nodeParams.get(node.id) ?? 0,
        n_trainable: compiled.nodeTrainable.get(node.id) ?? 0,
        hasWeights: holdsWeights(node, compiled),
        shape: compiled.shapes.get(node.id) ?? null,
        wired,
        isEnd: !sources.has(node.id),
      },
    };
  });
}

/** Whether a node has parameters; of one not yet judged, whether its block has any at a usual size. */
function holdsWeights(node: DrawingNode, compiled: Compiled): boolean {
  const known = compiled.nodeWeights.get(node.id);
  if (known !== undefined) return known.length > 0;
  const block = blockByType.get(node.type);
  const params = block?.params.safeParse(node.params).data ?? block?.params.parse({});
  if (block === undefined || params === undefined) return false;
  const inputs = Object.fromEntries(Object.keys(block.inputs).map((port) => [port, usualShape]));
  try {
    const where = block.title;
    return Object.keys(block.weights(params, inputs, { ...compiled.sizes, where })).length > 0;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

const usualShape: Shape = ['B', 'T', 64];

/** What React Flow draws for the wires of a drawing. */
export function flowEdges({
  drawing,
  compiled,
  selection,
  words,
}: Omit<FlowInput, 'moved' | 'measured'>): WireEdgeType[] {
  const names = nodeNames(drawing);
  const known = new Set(drawing.nodes.map(({ id }) => id));
  const text = (id: string) => names.get(id) ?? { en: id, zh: id };
  return drawing.wires
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map((wire) => {
      const id = wireId(wire);
      const shape = compiled.shapes.get(wire.from) ?? null;
      const waiting = !compiled.shapes.has(wire.from);
      return {
        id,
        type: 'wire' as const,
        source: wire.from,
        target: wire.to,
        targetHandle: wire.port,
        selected: selection.wires.has(id),
        ariaLabel: words.wire(text(wire.from), text(wire.to), shape),
        reconnectable: 'target' as const,
        data: {
          wire,
          shape,
          from: text(wire.from),
          to: text(wire.to),
          fault: compiled.problems.find(({ target }) => target?.wire === id) ?? null,
          waiting,
        },
      };
    });
}

/** Where a block's inputs are: below a card, left to right; of a ⊕ the skip below, what is added at its right. */
export function portPlaces(
  type: string,
  ports: readonly string[],
): readonly { port: string; side: 'bottom' | 'right'; at: number }[] {
  if (isPlus(type)) {
    return ports.map((port, place) => ({ port, side: place === 0 ? 'bottom' : 'right', at: 0.5 }));
  }
  return ports.map((port, place) => ({
    port,
    side: 'bottom',
    at: (place + 1) / (ports.length + 1),
  }));
}
