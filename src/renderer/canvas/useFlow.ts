import type { Drawing } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { moveNodes } from '@shared/graph/document';
import type { EdgeChange, NodeChange } from '@xyflow/react';
import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import { type Selection, useCanvas } from '../stores/canvas';
import { useProject } from '../stores/project';
import { type FlowNode, flowEdges, flowNodes, frameId, type WireEdgeType } from './flow';
import { useFlowWords } from './flowWords';
import { frameBoxes, type Point } from './geometry';
import { joinFrames } from './joinFrames';

type Places = Readonly<Record<string, Point>>;
type Measured = ReadonlyMap<string, { width: number; height: number }>;

/** Where nodes would be after React Flow's changes; a frame takes its blocks along. */
export function placesAfter(
  drawing: Drawing,
  changes: readonly NodeChange<FlowNode>[],
): Record<string, Point> {
  const positions = new Map<string, Point>();
  for (const change of changes) {
    if (change.type === 'position' && change.position) positions.set(change.id, change.position);
  }
  const shifts = shiftsOfGroups(drawing, positions);
  const places: Record<string, Point> = {};
  for (const { id, position, group } of drawing.nodes) {
    const shift = shifts.get(group ?? '');
    const shifted = shift && { x: position.x + shift.x, y: position.y + shift.y };
    const place = positions.get(id) ?? shifted;
    if (place) places[id] = place;
  }
  return places;
}

function shiftsOfGroups(
  drawing: Drawing,
  positions: ReadonlyMap<string, Point>,
): Map<string, Point> {
  const shifts = new Map<string, Point>();
  for (const [group, box] of frameBoxes(drawing)) {
    const place = positions.get(frameId(group));
    if (place) shifts.set(group, { x: place.x - box.x, y: place.y - box.y });
  }
  return shifts;
}

function applySelection(
  ids: ReadonlySet<string>,
  changes: readonly { type: string; id?: string; selected?: boolean }[],
): Set<string> {
  const chosen = new Set(ids);
  for (const { type, id, selected } of changes) {
    if (type !== 'select' || id === undefined) continue;
    if (selected) chosen.add(id);
    else chosen.delete(id);
  }
  return chosen;
}

/** Keeps the sizes that React Flow measured, so that it need not hide nodes to measure them again. */
function useMeasured(): [Measured, (changes: readonly NodeChange<FlowNode>[]) => void] {
  const [measured, setMeasured] = useState<Measured>(new Map());
  const take = useCallback((changes: readonly NodeChange<FlowNode>[]) => {
    const sizes = changes.filter((change) => change.type === 'dimensions');
    if (sizes.length === 0) return;
    setMeasured((before) => {
      const after = new Map(before);
      for (const { id, dimensions } of sizes) if (dimensions) after.set(id, dimensions);
      return after;
    });
  }, []);
  return [measured, take];
}

/** Moving: while dragged only here, when let go one edit of the drawing. */
function useMoving(
  drawing: Drawing | null,
): [Places, (changes: readonly NodeChange<FlowNode>[]) => void] {
  const [moved, setMoved] = useState<Places>({});
  const dragged = useRef<Places>({});
  const take = useCallback(
    (changes: readonly NodeChange<FlowNode>[]) => {
      const positions = changes.filter((change) => change.type === 'position');
      if (drawing === null || positions.length === 0) return;
      const places = { ...dragged.current, ...placesAfter(drawing, positions) };
      const dragging = positions.some((change) => change.dragging);
      dragged.current = dragging ? places : {};
      setMoved(dragged.current);
      if (dragging || Object.keys(places).length === 0) return;
      const keys = `move ${Object.keys(places).join(' ')}`;
      const { updateActiveDrawing } = useProject.getState();
      updateActiveDrawing((before) => settled(before, places), keys);
    },
    [drawing],
  );
  return [moved, take];
}

function settled(drawing: Drawing, places: Places): Drawing {
  const still = Object.entries(places).every(([id, place]) => {
    const node = drawing.nodes.find((each) => each.id === id);
    return node?.position.x === place.x && node.position.y === place.y;
  });
  return still ? drawing : joinFrames(moveNodes(drawing, places), Object.keys(places));
}

/** What React Flow is given to draw, and what it says back about places, sizes and choices. */
export function useFlow(drawing: Drawing | null, compiled: Compiled | null) {
  const selection = useCanvas((state) => state.selection);
  const words = useFlowWords();
  const [measured, takeSizes] = useMeasured();
  const [moved, takePlaces] = useMoving(drawing);

  const nodes = useMemo(
    () =>
      drawing && compiled
        ? flowNodes({ drawing, compiled, selection, moved, measured, words })
        : [],
    [drawing, compiled, selection, moved, measured, words],
  );
  const edges = useMemo(
    () => (drawing && compiled ? flowEdges({ drawing, compiled, selection, words }) : []),
    [drawing, compiled, selection, words],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      takeSizes(changes);
      takePlaces(changes);
      choose(changes, 'nodes');
    },
    [takeSizes, takePlaces],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdgeType>[]) => choose(changes, 'wires'),
    [],
  );
  const onPaneClick = useCallback((_event: MouseEvent) => useCanvas.getState().select({}), []);

  return { nodes, edges, onNodesChange, onEdgesChange, onPaneClick };
}

function choose(
  changes: readonly { type: string; id?: string; selected?: boolean }[],
  what: 'nodes' | 'wires',
): void {
  if (!changes.some(({ type }) => type === 'select')) return;
  const { selection, select } = useCanvas.getState();
  const after: Selection = {
    ...selection,
    groups: new Set(),
    [what]: applySelection(selection[what], changes),
  };
  select(after);
}
