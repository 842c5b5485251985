import type * as Tf from '@tensorflow/tfjs-core';
import type { Text } from '../contract/problem';

export type TfCore = typeof Tf;
export type Tensor = Tf.Tensor;

export type Activation = 'relu' | 'gelu' | 'gelu_tanh' | 'silu' | 'relu2';

export interface AttentionOptions {
  readonly n_heads: number;
  /** Heads of K and V; n_heads for ordinary attention, fewer for GQA, 1 for MQA. Divides n_heads. */
  readonly n_kv_heads: number;
  /** Query i (at absolute position S − T + i) sees keys ≤ its own position. */
  readonly causal: boolean;
  /** Sees only the nearest `window` keys (itself included; both sides when not causal). null = no limit. */
  readonly window: number | null;
  /** Factor on q·k, usually 1/√d_k. */
  readonly scale: number;
  /** Adds −slope(head)·distance to the scores, slopes 2^(−8(h+1)/n_heads). */
  readonly alibi: boolean;
  /** (B, S) float32, 1 = real, 0 = padding; null = all real. A query with no key to see gives zeros. */
  readonly keyPadding: Tensor | null;
  /** Dropout on the pattern; rate 0 outside training. */
  readonly dropout: Dropout | null;
}

/** Which random bits a dropout draws: they depend on these numbers alone, never on how a batch is split. */
export interface Dropout {
  readonly rate: number;
  /** uint32, derived from (run seed, step, name). */
  readonly key: number;
  /** Number of the first example of this tensor within the whole batch. */
  readonly firstExample: number;
}

/**
 * The operations that blocks and objectives compute with: TensorFlow.js (`tf`) plus this project's fused
 * operations. All have gradients with respect to every float tensor. Tensors are float32, ids int32.
 * Leading axes are written `…`; linear weights are (d_in, d_out).
 */
export interface Ops {
  readonly tf: TfCore;
  /** x: (…, d_in) · W: (d_in, d_out) · b: (d_out) or null → (…, d_out), x·W + b. */
  linear(x: Tensor, W: Tensor, b: Tensor | null): Tensor;
  /** x: (…, d) · W: (n, d) → (…, n), x·Wᵀ. The unembedding that shares W_E. */
  linearTransposed(x: Tensor, W: Tensor): Tensor;
  /** a + b of the same shape, or b: a suffix of a's shape (a position table added to every example). */
  add(a: Tensor, b: Tensor): Tensor;
  /** Over the last axis; gain, bias: (d) or null. Biased variance, eps inside the root. */
  layerNorm(x: Tensor, gain: Tensor | null, bias: Tensor | null, eps: number): Tensor;
  rmsNorm(x: Tensor, gain: Tensor | null, eps: number): Tensor;
  activation(x: Tensor, kind: Activation): Tensor;
  /** activation(gate) · x, elementwise: SwiGLU with silu, GEGLU with gelu. */
  gated(gate: Tensor, x: Tensor, kind: Activation): Tensor;
  /** ids: (B, T) int32 · W_E: (n_vocab, d) → (B, T, d). */
  embedding(ids: Tensor, W_E: Tensor): Tensor;
  /** Rotates each head's halves by position · base^(−2i/d_k) (half-split). x: (B, T, n_heads·d_k); first row = offset. */
  rope(x: Tensor, n_heads: number, base: number, offset: number): Tensor;
  /** q: (B, T, n_heads·d_k) · k: (B, S, n_kv_heads·d_k) · v: (B, S, n_kv_heads·d_v) → (B, T, n_heads·d_v). */
  attention(q: Tensor, k: Tensor, v: Tensor, options: AttentionOptions): Tensor;
  /** The softmax rows of that attention, for looking at: (B, n_heads, T, S). No gradient. */
  attentionPattern(q: Tensor, k: Tensor, options: AttentionOptions): Tensor;
  /** Inverted dropout; rate 0 returns x. x: (B, …). */
  dropout(x: Tensor, options: Dropout): Tensor;
  /**
   * logits: (…, n_vocab) · targets: (…) int32, −1 = ignored → scalar, nats per token, the mean over targets that count.
   * Divides by `count` instead when given (the number of targets of the whole batch, when this is a part of it).
   * Label smoothing mixes the target with the uniform distribution over all n_vocab.
   */
  crossEntropy(logits: Tensor, targets: Tensor, options: CrossEntropyOptions): Tensor;
}

export interface CrossEntropyOptions {
  readonly labelSmoothing: number;
  readonly count: number | null;
}

/** What else the trainer needs of a backend: in-place arithmetic on weights, outside the gradient tape. */
export interface OptimizerOps {
  /** √(Σ g²) over all gradients, in float64 accumulation. */
  globalNorm(gradients: readonly Tensor[]): number;
  /** Whether every element is finite. */
  allFinite(x: Tensor): boolean;
  /**
   * One AdamW update in place. weight, m, v, gradient: same shape. `step` counts from 1 (bias correction).
   * gradient is multiplied by gradientScale first (clipping). weight ← weight·(1 − lr·weightDecay) − lr·m̂/(√v̂ + eps).
   */
  adamW(weight: Tensor, m: Tensor, v: Tensor, gradient: Tensor, options: AdamWOptions): void;
  /** velocity ← momentum·velocity + gradient; weight ← weight·(1 − lr·weightDecay) − lr·velocity. */
  sgd(weight: Tensor, velocity: Tensor | null, gradient: Tensor, options: SgdOptions): void;
  /** a ← a + b in place, same shape (gradient accumulation). */
  addInPlace(a: Tensor, b: Tensor): void;
  /** a ← a + numbers in place, as many as a has. */
  addNumbers(a: Tensor, numbers: Float32Array): void;
  /** A copy of the numbers, and their replacement in place. */
  read(x: Tensor): Float32Array;
  /** Copies the numbers of x to a place of the same length. */
  copyTo(x: Tensor, place: Float32Array): void;
  write(x: Tensor, values: Float32Array): void;
}

export interface AdamWOptions {
  readonly lr: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly weightDecay: number;
  readonly step: number;
  readonly gradientScale: number;
}

export interface SgdOptions {
  readonly lr: number;
  readonly momentum: number;
  readonly weightDecay: number;
  readonly gradientScale: number;
}

/** A ready backend: what it is (shown in the run's panel), and its two sets of operations. */
export interface Backend {
  /** Such as `wasm, fused, relaxed SIMD`. */
  readonly name: string;
  /** Why it is not the fastest one, when it is not: shown to the person. */
  readonly note: Text | null;
  readonly ops: Ops;
  readonly optimizerOps: OptimizerOps;
  /** Absent where operations cannot be told apart. */
  readonly stopwatch?: Stopwatch;
}

/** What operations spend their time on. */
export const timedParts = [
  'matmul',
  'attention',
  'norms',
  'elementwise',
  'embedding',
  'loss',
  'optimizer',
] as const;
export type TimedPart = (typeof timedParts)[number];

/** No time spent on anything yet. */
export function noTimes(): Record<TimedPart, number> {
  return {
    matmul: 0,
    attention: 0,
    norms: 0,
    elementwise: 0,
    embedding: 0,
    loss: 0,
    optimizer: 0,
  };
}

/** Measures what operations of this thread take. It costs nothing unless it runs. */
export interface Stopwatch {
  /** `hear` is told of every operation. */
  run(isOn: boolean, hear?: (part: TimedPart, ms: number) => void): void;
  /** Milliseconds in all the time that it ran. */
  readonly times: Readonly<Record<TimedPart, number>>;
}
