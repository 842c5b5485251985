/** The longest that news wait when no frame is drawn: the window is hidden or minimised. */
const HIDDEN_MS = 250;

/**
 * Collects what comes in and delivers it once per animation frame, so that a thousand events a second cost one redraw.
 */
export function perFrame<T>(deliver: (items: readonly T[]) => void): (item: T) => void {
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
  return (item) => {
    waiting.push(item);
    if (waiting.length > 1) return;
    frame = requestAnimationFrame(flush);
    timer = window.setTimeout(flush, HIDDEN_MS);
  };
}
