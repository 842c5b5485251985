import type { AttentionOptions, Dropout, Tensor, TfCore } from './ops';
import { exampleKey, keepThreshold, mix32 } from './random';

/** See `Ops.attention`. @see Vaswani et al. 2017, §3.2; Ainslie et al. 2023 (grouped queries). */
export function stockAttention(
  tf: TfCore,
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: AttentionOptions,
): Tensor {
  const [B = 0, T = 0] = q.shape;
  const S = k.shape[1] ?? 0;
  const { n_heads, n_kv_heads, dropout } = options;
  const softmax = pattern(tf, q, k, options); // (B, n_heads, T, S)
  const kept =
    dropout && dropout.rate > 0
      ? tf.mul(softmax, dropoutMask(tf, softmax.shape, dropout))
      : softmax;
  // Heads that share a key head stand one below the other, so that one product serves them all.
  const grouped = tf.reshape(kept, [B, n_kv_heads, (n_heads / n_kv_heads) * T, S]);
  const mixed = tf.matMul(grouped, split(tf, v, n_kv_heads)); // (B, n_kv_heads, group·T, d_v)
  const d_v = mixed.shape[3] ?? 0;
  const heads = tf.reshape(mixed, [B, n_heads, T, d_v]);
  return tf.reshape(tf.transpose(heads, [0, 2, 1, 3]), [B, T, n_heads * d_v]);
}

/** See `Ops.attentionPattern`. */
export function stockAttentionPattern(
  tf: TfCore,
  q: Tensor,
  k: Tensor,
  options: AttentionOptions,
): Tensor {
  return pattern(tf, q, k, options);
}

function pattern(tf: TfCore, q: Tensor, k: Tensor, options: AttentionOptions): Tensor {
  const [B = 0, T = 0] = q.shape;
  const S = k.shape[1] ?? 0;
  const { n_heads, n_kv_heads, scale, keyPadding } = options;
  const grouped = tf.reshape(split(tf, q, n_heads), [
    B,
    n_kv_heads,
    (n_heads / n_kv_heads) * T,
    (q.shape[2] ?? 0) / n_heads,
  ]);
  const products = tf.matMul(grouped, split(tf, k, n_kv_heads), false, true); // (B, n_kv_heads, group·T, S)
  const scores = tf.mul(tf.reshape(products, [B, n_heads, T, S]), scale);
  const biased = options.alibi ? tf.add(scores, alibiBias(tf, n_heads, T, S)) : scores;
  const position = visible(tf, T, S, options); // (T, S)
  const seen =
    keyPadding === null ? position : tf.mul(position, tf.reshape(keyPadding, [B, 1, 1, S]));
  const masked = tf.add(biased, tf.mul(tf.sub(seen, 1), 1e9));
  // Once more after the softmax: a row that sees nothing would be uniform, and must be zero.
  return tf.mul(tf.softmax(masked), seen);
}

/** (B, T, n_heads·d) → (B, n_heads, T, d). */
function split(tf: TfCore, x: Tensor, n_heads: number): Tensor {
  const [B = 0, T = 0, width = 0] = x.shape;
  return tf.transpose(tf.reshape(x, [B, T, n_heads, width / n_heads]), [0, 2, 1, 3]);
}

/** (T, S): 1 where query i, at position S − T + i, may look at key j. */
function visible(
  tf: TfCore,
  T: number,
  S: number,
  { causal, window }: Pick<AttentionOptions, 'causal' | 'window'>,
): Tensor {
  const near = window ?? Number.POSITIVE_INFINITY;
  const mask = new Float32Array(T * S);
  for (let i = 0; i < T; i++) {
    for (let j = 0; j < S; j++) {
      const back = S - T + i - j;
      mask[i * S + j] = (back >= 0 || !causal) && Math.abs(back) < near ? 1 : 0;
    }
  }
  return tf.tensor(mask, [T, S]);
}

/** (n_heads, T, S): −slope(head)·distance. @see Press et al. 2022, §3. */
function alibiBias(tf: TfCore, n_heads: number, T: number, S: number): Tensor {
  const bias = new Float32Array(n_heads * T * S);
  for (let h = 0, at = 0; h < n_heads; h++) {
    const slope = 2 ** ((-8 * (h + 1)) / n_heads);
    for (let i = 0; i < T; i++) {
      for (let j = 0; j < S; j++) bias[at++] = -slope * Math.abs(S - T + i - j);
    }
  }
  return tf.tensor(bias, [n_heads, T, S]);
}

/** See `Ops.rope`. @see Su et al. 2021, §3.2.2, with LLaMA's half-split pairs (i, i + d_k/2). */
export function rope(tf: TfCore, x: Tensor, n_heads: number, base: number, offset: number): Tensor {
  const [B = 0, T = 0, width = 0] = x.shape;
  const half = width / n_heads / 2;
  const angles = Float64Array.from(
    { length: T * half },
    (_, at) => (offset + Math.floor(at / half)) * base ** (-(at % half) / half),
  );
  const cos = tf.tensor(Float32Array.from(angles, Math.cos), [T, 1, half]);
  const sin = tf.tensor(Float32Array.from(angles, Math.sin), [T, 1, half]);
  const heads = tf.reshape(x, [B, T, n_heads, 2 * half]);
  const x1 = tf.slice(heads, [0, 0, 0, 0], [B, T, n_heads, half]);
  const x2 = tf.slice(heads, [0, 0, 0, half], [B, T, n_heads, half]);
  const y1 = tf.sub(tf.mul(x1, cos), tf.mul(x2, sin));
  const y2 = tf.add(tf.mul(x1, sin), tf.mul(x2, cos));
  return tf.reshape(tf.concat([y1, y2], -1), [B, T, width]);
}

/** x's shape (B, …): 1 / (1 − rate) where `dropoutBits` keeps the element, else 0. */
export function dropoutMask(tf: TfCore, shape: readonly number[], options: Dropout): Tensor {
  const size = shape.reduce((product, n) => product * n, 1);
  const B = shape[0] ?? 1;
  const perExample = size / B;
  const threshold = keepThreshold(options.rate);
  const factor = 1 / (1 - options.rate);
  const mask = new Float32Array(size);
  for (let b = 0, at = 0; b < B; b++) {
    const key = exampleKey(options.key, options.firstExample + b);
    for (let i = 0; i < perExample; i++) {
      if (mix32(key ^ Math.imul(i, 0x9e3779b9)) < threshold) mask[at] = factor;
      at++;
    }
  }
  return tf.tensor(mask, [...shape]);
}
