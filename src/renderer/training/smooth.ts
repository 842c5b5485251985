/**
 * Exponential moving average, corrected for its start at zero, as in Adam: smooth[0] = values[0].
 *
 * values: (n,) · weight in [0, 1), 0 = as they are → (n,)
 *
 * @see Kingma & Ba 2014, §3
 */
export function smooth(values: Float32Array, weight: number): Float32Array {
  if (weight <= 0) return values;
  const smoothed = new Float32Array(values.length);
  let mean = 0;
  let debias = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (!Number.isFinite(value)) {
      smoothed[at] = value;
      continue;
    }
    mean = weight * mean + (1 - weight) * value;
    debias = weight * debias + (1 - weight);
    smoothed[at] = mean / debias;
  }
  return smoothed;
}
