/** The longest that news wait when no frame is drawn: the window is hidden or minimised. */
const HIDDEN_MS = 250;

export interface FrameQueue<T> {
  add(item: T): void;
  /** Forgets what was not delivered yet. */
  drop(): void;
}

/**
 * Collects what comes in and delivers it once per animation frame, so that a thousand events a second cost one redraw.
 */
export function perFrame<T>(deliver: (items: readonly T[]) => void): FrameQueue<T> {
  let waiting: T[] = [];
  let frame = 0;
  let timer = 0;
  const flush = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const items = waiting;
    waiting = [];
    deliver(items);
  };
  return {
    add(item) {
      waiting.push(item);
      if (waiting.length > 1) return;
      frame = requestAnimationFrame(flush);
      timer = window.setTimeout(flush, HIDDEN_MS);
    },
    drop() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      waiting = [];
    },
  };
}
