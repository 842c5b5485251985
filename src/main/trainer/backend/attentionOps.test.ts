import type { AttentionOptions, Tensor } from '@shared/tensor/ops';
import { randomStream } from '@shared/tensor/random';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrainerBackend } from '../backend';
import { backendOf, expectSame, floats, type Input, VARIANTS } from './compare.testing';

const PLAIN: AttentionOptions = {
  n_heads: 2,
  n_kv_heads: 2,
  causal: true,
  window: null,
  scale: 0.35,
  alibi: false,
  keyPadding: null,
  dropout: null,
};

interface Case extends Partial<AttentionOptions> {
  readonly sizes: readonly [B: number, T: number, S: number, d_k: number, d_v: number];
  /** Number of real keys of each example. */
  readonly real?: readonly number[];
}

const CASES: Readonly<Record<string, Case>> = {
  'one query': { sizes: [1, 1, 1, 1, 1] },
  'causal, odd sizes': { sizes: [3, 7, 7, 5, 3] },
  'causal, whole blocks': { sizes: [2, 64, 64, 16, 16] },
  'causal, 65 queries': { sizes: [1, 65, 65, 8, 8] },
  'causal, longer than its blocks': { sizes: [1, 150, 150, 12, 20] },
  'a cache before the queries': { sizes: [2, 3, 11, 8, 8] },
  'one query after a cache': { sizes: [2, 1, 37, 8, 8] },
  'more queries than keys': { sizes: [1, 9, 4, 4, 4] },
  'both sides': { sizes: [2, 13, 13, 8, 8], causal: false },
  'cross, to more keys': { sizes: [2, 5, 70, 8, 12], causal: false },
  'cross, to fewer keys': { sizes: [2, 70, 5, 8, 8], causal: false },
  'causal window': { sizes: [2, 70, 70, 8, 8], window: 5 },
  'window of itself': { sizes: [1, 9, 9, 4, 4], window: 1 },
  'window to both sides': { sizes: [2, 70, 70, 8, 8], window: 6, causal: false },
  'grouped queries': { sizes: [2, 10, 10, 8, 8], n_heads: 6, n_kv_heads: 2 },
  'one key head': { sizes: [2, 17, 17, 4, 8], n_heads: 3, n_kv_heads: 1 },
  alibi: { sizes: [2, 21, 21, 8, 8], alibi: true, n_heads: 4, n_kv_heads: 4 },
  'alibi to both sides': { sizes: [2, 9, 12, 8, 8], alibi: true, causal: false },
  'no scale': { sizes: [2, 9, 9, 8, 8], scale: 1 },
  'negative scale': { sizes: [2, 9, 9, 8, 8], scale: -0.5 },
  padding: { sizes: [3, 10, 10, 8, 8], real: [10, 4, 1], causal: false },
  'padding, causal': { sizes: [2, 10, 10, 8, 8], real: [7, 2] },
  'nothing to see': { sizes: [2, 6, 6, 8, 8], real: [0, 6], causal: false },
  dropout: { sizes: [2, 19, 19, 8, 8], dropout: { rate: 0.4, key: 12345, firstExample: 2 } },
  everything: {
    sizes: [2, 70, 80, 5, 7],
    n_heads: 4,
    n_kv_heads: 2,
    window: 30,
    alibi: true,
    real: [80, 40],
    dropout: { rate: 0.2, key: 99, firstExample: 1 },
  },
};

function padding({ sizes: [B, , S], real }: Case): Float32Array | null {
  if (!real) return null;
  return Float32Array.from({ length: B * S }, (_, i) =>
    i % S < (real[Math.floor(i / S)] ?? 0) ? 1 : 0,
  );
}

describe.each(VARIANTS)('attention, %s', (variant) => {
  let backend: TrainerBackend;
  const stream = randomStream(4, `attention ${variant}`);
  beforeAll(async () => {
    backend = await backendOf(variant);
  });

  describe.each(Object.entries(CASES))('%s', (_, given) => {
    const { sizes, real: _real, ...rest } = given;
    const [B, T, S, d_k, d_v] = sizes;
    const options = { ...PLAIN, ...rest };
    const q: Input = floats(stream, B, T, options.n_heads * d_k);
    const k: Input = floats(stream, B, S, options.n_kv_heads * d_k);
    const v: Input = floats(stream, B, S, options.n_kv_heads * d_v);
    const mask = padding(given);
    const withMask = (tf: TrainerBackend['ops']['tf']): AttentionOptions => ({
      ...options,
      keyPadding: mask && tf.tensor(mask, [B, S]),
    });

    it('mixes values as the stock operations do, gradients included', () => {
      expectSame(
        backend,
        (ops, ...[x, y, z]: Tensor[]) =>
          ops.attention(x as Tensor, y as Tensor, z as Tensor, withMask(ops.tf)),
        [q, k, v],
        { tolerance: 2e-5 },
      );
    });

    it('shows its pattern', () => {
      const compute = (ops: TrainerBackend['ops'], x: Tensor, y: Tensor) =>
        ops.attentionPattern(x, y, { ...withMask(ops.tf), dropout: null });
      expectSame(
        backend,
        (ops, ...[x, y]: Tensor[]) => compute(ops, x as Tensor, y as Tensor),
        [q, k],
        {
          gradients: false,
        },
      );
    });
  });

  it.each([257, 512])('handles %d positions', (T) => {
    expectSame(
      backend,
      (ops, q, k, v) => ops.attention(q, k, v, PLAIN),
      [floats(stream, 1, T, 16), floats(stream, 1, T, 16), floats(stream, 1, T, 16)],
      { tolerance: 2e-5 },
    );
  });

  it('stays finite where scores are huge', () => {
    const { ops } = backend;
    const q = ops.tf.mul(ops.tf.ones([1, 5, 4]), 1e4);
    const y = ops.attention(q, q, q, { ...PLAIN, n_heads: 1, n_kv_heads: 1 });
    for (const value of y.dataSync()) expect(value / 1e4).toBeCloseTo(1, 6);
  });

  it('shows a NaN in a key to every query that sees it, and to no other', () => {
    const { ops } = backend;
    const k = ops.tf.tensor([1, 2, 3, Number.NaN, 5, 6], [1, 6, 1]);
    const y = ops.attention(k, k, ops.tf.ones([1, 6, 1]), { ...PLAIN, n_heads: 1, n_kv_heads: 1 });
    expect([...y.dataSync()].map(Number.isNaN)).toEqual([false, false, false, true, true, true]);
  });

  it('turns heads by their positions', () => {
    for (const [T, n_heads, half, offset] of [
      [5, 2, 3, 0],
      [70, 1, 8, 3],
      [1, 4, 1, 200],
    ] as const) {
      expectSame(backend, (ops, x) => ops.rope(x, n_heads, 10_000, offset), [
        floats(stream, 2, T, n_heads * 2 * half),
      ]);
    }
  });
});
