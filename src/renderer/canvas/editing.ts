import { blockByType } from '@shared/blocks/registry';
import type { Drawing, Project } from '@shared/contract/project';
import { addNode, moveNodes, removeNodes } from '@shared/graph/document';
import { wireId } from '@shared/graph/names';
import { connect } from '@shared/graph/wires';
import { useCanvas } from '../stores/canvas';
import { activeSizes } from '../stores/compiled';
import { activeVariant, useProject } from '../stores/project';
import { copyPiece, type Piece, pastePiece } from './clipboard';
import { contains, frameBoxes, freePlace, nodeBox, nodeSize, type Point } from './geometry';
import { groupNodes, setGroupCount, ungroupNodes } from './groups';
import { tidyPositions } from './layout';
import { type End, tryWire } from './wiring';

/** What a person does to the drawing in front, on what is chosen. */

const gapAbove = 26;
const pasteShift = 28;
let clipboard: Piece | null = null;
let pastes = 0;

const drawingNow = () => activeVariant(useProject.getState())?.drawing ?? null;
const selection = () => useCanvas.getState().selection;
const { select } = useCanvas.getState();

function update(change: (drawing: Drawing) => Drawing, merge?: string): void {
  useProject.getState().updateActiveDrawing(change, merge);
}

/** The nodes chosen, those of chosen groups included. */
function chosenNodes(drawing: Drawing): ReadonlySet<string> {
  const { nodes, groups } = selection();
  const inGroups = drawing.nodes.filter(({ group }) => group !== null && groups.has(group));
  return new Set([...nodes, ...inGroups.map(({ id }) => id)]);
}

export function removeSelected(): void {
  const { wires } = selection();
  update((drawing) => {
    const left = removeNodes(drawing, chosenNodes(drawing));
    return { ...left, wires: left.wires.filter((wire) => !wires.has(wireId(wire))) };
  });
  select({});
}

export function copy(): void {
  const drawing = drawingNow();
  if (drawing === null || chosenNodes(drawing).size === 0) return;
  clipboard = copyPiece(drawing, chosenNodes(drawing));
  pastes = 0;
}

export function cut(): void {
  copy();
  removeSelected();
}

function insert(piece: Piece, shift: Point): void {
  const drawing = drawingNow();
  if (drawing === null) return;
  const pasted = pastePiece(drawing, piece, shift);
  update(() => pasted.drawing);
  select({ nodes: pasted.ids });
}

export function paste(): void {
  if (clipboard === null) return;
  pastes++;
  insert(clipboard, { x: pasteShift * pastes, y: pasteShift * pastes });
}

export function duplicate(): void {
  const drawing = drawingNow();
  if (drawing === null || chosenNodes(drawing).size === 0) return;
  insert(copyPiece(drawing, chosenNodes(drawing)), { x: pasteShift, y: pasteShift });
}

export function selectAll(): void {
  const drawing = drawingNow();
  if (drawing !== null)
    select({ nodes: drawing.nodes.map(({ id }) => id), wires: drawing.wires.map(wireId) });
}

export function groupSelected(): void {
  const drawing = drawingNow();
  if (drawing === null || selection().nodes.size === 0) return;
  const grouped = groupNodes(drawing, selection().nodes);
  update(() => grouped.drawing);
  select({ groups: [grouped.id] });
}

export function ungroup(group: string): void {
  update((drawing) => ungroupNodes(drawing, group));
}

export function ungroupSelected(): void {
  const drawing = drawingNow();
  if (drawing === null) return;
  const { nodes, groups } = selection();
  const ofNodes = drawing.nodes
    .filter(({ id }) => nodes.has(id))
    .flatMap(({ group }) => group ?? []);
  update((before) => [...new Set([...groups, ...ofNodes])].reduce(ungroupNodes, before));
}

export function setLayers(group: string, count: number): void {
  update((drawing) => setGroupCount(drawing, group, count), `layers ${group}`);
}

export function tidyUp(): void {
  update((drawing) => moveNodes(drawing, tidyPositions(drawing)));
  requestAnimationFrame(() => useCanvas.getState().view?.fitView());
}

/** Begins anew from another drawing; undo brings all of the project back that was changed with it. */
export function startFrom(begun: (project: Project) => Project): void {
  useProject.getState().edit(begun);
  select({});
  requestAnimationFrame(() => useCanvas.getState().view?.fitView());
}

export function duplicateActiveVariant(): void {
  const { project, duplicateVariant } = useProject.getState();
  if (project !== null) duplicateVariant(project.activeVariant);
}

/** Wires the new node to an end, where that makes sense. */
function wired(drawing: Drawing, id: string, from: End | null): Drawing {
  if (from === null) return drawing;
  const type = drawing.nodes.find((node) => node.id === id)?.type ?? '';
  const [port] = Object.keys(blockByType.get(type)?.inputs ?? {});
  if (from.port !== null) return connect(drawing, { from: id, to: from.node, port: from.port });
  if (port === undefined) return drawing;
  const wire = { from: from.node, to: id, port };
  return tryWire(drawing, wire, activeSizes()).kind === 'refused'
    ? drawing
    : connect(drawing, wire);
}

/** Places a block with its middle there; in a frame it joins the repeat group. One step to undo. */
export function placeBlock(type: string, middle: Point, from: End | null = null): void {
  const drawing = drawingNow();
  if (drawing === null) return;
  const { width, height } = nodeSize({ type });
  const position = { x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2) };
  const frame = [...frameBoxes(drawing)].find(([, box]) => contains(box, middle));
  const added = addNode(drawing, { type, position, group: frame?.[0] ?? null });
  const [id] = added.ids;
  if (id === undefined) return;
  update(() => wired(added.drawing, id, from));
  select({ nodes: [id] });
}

/** Places a block without a mouse: above the one chosen and wired to it, else in the middle of the view. */
export function placeBlockByKey(type: string): void {
  const drawing = drawingNow();
  const center = useCanvas.getState().view?.center();
  if (drawing === null || center === undefined) return;
  const [chosen, another] = drawing.nodes.filter(({ id }) => selection().nodes.has(id));
  const size = nodeSize({ type });
  const taken = drawing.nodes.map(nodeBox);
  if (chosen !== undefined && another === undefined) {
    const below = nodeBox(chosen);
    const middle = { x: below.x + below.width / 2, y: below.y - gapAbove - size.height / 2 };
    placeBlock(type, middle, { node: chosen.id, port: null });
    return;
  }
  const corner = { x: center.x - size.width / 2, y: center.y - size.height / 2 };
  const free = freePlace({ ...corner, ...size }, taken);
  placeBlock(type, { x: free.x + size.width / 2, y: free.y + size.height / 2 });
}
