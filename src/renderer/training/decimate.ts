export interface Point {
  readonly step: number;
  readonly value: number;
}

/**
 * At most `max` points that draw the same line: each stretch of steps keeps its lowest and its highest value, so that
 * no spike disappears. The first and the last point always stay.
 *
 * steps, values: (n,) → at most max points, in step order
 */
export function decimate(steps: Int32Array, values: Float32Array, max: number): Point[] {
  const n = Math.min(steps.length, values.length);
  const points: Point[] = [];
  const keep = (at: number) => {
    const step = steps[at];
    const value = values[at];
    if (step !== undefined && value !== undefined) points.push({ step, value });
  };
  if (n <= max) {
    for (let at = 0; at < n; at += 1) keep(at);
    return points;
  }
  const stretches = Math.max(1, Math.floor(max / 2) - 1);
  keep(0);
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = 1 + Math.floor((stretch * (n - 2)) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * (n - 2)) / stretches);
    const [low, high] = extremes(values, from, to);
    keep(Math.min(low, high));
    if (low !== high) keep(Math.max(low, high));
  }
  keep(n - 1);
  return points;
}

/** Where the lowest and the highest of values[from … to) are. */
function extremes(values: Float32Array, from: number, to: number): [number, number] {
  let low = from;
  let high = from;
  for (let at = from + 1; at < to; at += 1) {
    const value = values[at] ?? 0;
    if (value < (values[low] ?? 0)) low = at;
    if (value > (values[high] ?? 0)) high = at;
  }
  return [low, high];
}
