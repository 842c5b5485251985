import { create } from 'zustand';
import type { End, Verdict } from '../canvas/wiring';

/** A place on the screen, in CSS pixels. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

interface WiringState {
  /** The end that a wire is being dragged from. */
  readonly from: End | null;
  /** What would become of a wire to each other end, by `endKey`. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The list of ends for the keyboard. */
  readonly menu: { readonly end: End; readonly at: ScreenPoint } | null;
  /** The search box that adds a block there, wired from `from`. */
  readonly search: { readonly at: ScreenPoint; readonly from: End | null } | null;
}

/** What is being wired or placed on the canvas at this moment. */
export const useWiring = create<WiringState>()(() => ({
  from: null,
  verdicts: new Map(),
  menu: null,
  search: null,
}));

export const endKey = ({ node, port }: End) => (port === null ? node : `${node}.${port}`);
