import { create } from 'zustand';

/** What is chosen on the canvas, by id: nodes, wires (`wireId`), repeat groups. */
export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly wires: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** What the canvas does for commands; there only while it is on screen. */
export interface CanvasView {
  fitView(): void;
  zoomIn(): void;
  zoomOut(): void;
  /** The middle of what is seen, in the drawing's coordinates. */
  center(): { x: number; y: number };
  /** Opens the search box that adds a block. */
  openSearch(): void;
  /** Moves the view to a node and gives it the focus. */
  showNode(id: string): void;
}

interface CanvasState {
  readonly selection: Selection;
  readonly view: CanvasView | null;
  select(selection: Partial<Record<keyof Selection, Iterable<string>>>): void;
  setView(view: CanvasView | null): void;
}

const nothing: Selection = { nodes: new Set(), wires: new Set(), groups: new Set() };

export const useCanvas = create<CanvasState>()((set) => ({
  selection: nothing,
  view: null,
  select: ({ nodes = [], wires = [], groups = [] }) =>
    set({
      selection: { nodes: new Set(nodes), wires: new Set(wires), groups: new Set(groups) },
    }),
  setView: (view) => set({ view }),
}));
