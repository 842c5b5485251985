export interface Sampling {
  /** Divides the logits; 0 always takes the likeliest token. */
  readonly temperature: number;
  /** Only the k likeliest tokens can be drawn; 0 = all. */
  readonly top_k: number;
}

/**
 * Draws one token.
 *
 * logits: (n_vocab) · uniform: a number in [0, 1) → id. Ties go to the lower id.
 */
export function sampleToken(logits: Float32Array, sampling: Sampling, uniform: number): number {
  if (sampling.temperature === 0) return argMax(logits);
  const candidates = likeliest(logits, sampling.top_k);
  const probabilities = softmax(
    candidates.map((id) => logits[id] ?? 0),
    sampling.temperature,
  );
  let rest = uniform;
  for (const [i, id] of candidates.entries()) {
    rest -= probabilities[i] ?? 0;
    if (rest < 0) return id;
  }
  return candidates.at(-1) ?? 0;
}

/** softmax(logits / temperature), computed against the largest logit so that nothing overflows. */
export function softmax(logits: readonly number[], temperature = 1): number[] {
  const largest = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = logits.map((logit) => Math.exp((logit - largest) / temperature));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** ln of each token's probability. logits: (n_vocab) → (n_vocab) */
export function logSoftmax(logits: Float32Array): Float64Array {
  let largest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) largest = Math.max(largest, logit);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  const all = largest + Math.log(sum);
  return Float64Array.from(logits, (logit) => logit - all);
}

function argMax(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) if ((logits[id] ?? 0) > (logits[best] ?? 0)) best = id;
  return best;
}

/** Ids of the k largest logits, likeliest first; all ids in their own order when k is 0 or covers all. */
export function likeliest(logits: Float32Array, k: number): number[] {
  const ids = Array.from(logits, (_, id) => id);
  if (k === 0 || k >= ids.length) return ids;
  return ids.sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b).slice(0, k);
}
