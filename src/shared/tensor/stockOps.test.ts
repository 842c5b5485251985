import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttentionOptions, Tensor } from './ops';
import { dropoutBits, keepThreshold, randomStream } from './random';
import { stockOps, stockOptimizerOps } from './stockOps';

const ops = stockOps(tf);
const optimizer = stockOptimizerOps(tf);
const stream = randomStream(1, 'stockOps');
const random = (...shape: number[]) =>
  tf.tensor(
    Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => stream.normal()),
    shape,
  );
const numbers = (x: Tensor) => [...x.dataSync()];
const close = (actual: readonly number[], expected: readonly number[], tolerance = 1e-5) => {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) {
    expect(Math.abs((actual[i] ?? Number.NaN) - value), `at ${i}`).toBeLessThanOrEqual(tolerance);
  }
};
const plain: AttentionOptions = {
  n_heads: 1,
  n_kv_heads: 1,
  causal: false,
  window: null,
  scale: 1,
  alibi: false,
  keyPadding: null,
  dropout: null,
};

describe.each(['cpu', 'wasm'])('stock operations on %s', (backend) => {
  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
    setWasmPaths(join(dirname(wasm), '/'));
    setThreadsCount(1);
    await tf.setBackend(backend);
    expect(tf.getBackend()).toBe(backend);
  });
  afterAll(() => tf.disposeVariables());

  it('multiplies, adds the bias, and shares a table with the unembedding', () => {
    const x = tf.tensor([1, 2, 3, 4], [1, 2, 2]);
    const W = tf.tensor([1, 0, 1, 0, 1, 1], [2, 3]);
    close(numbers(ops.linear(x, W, tf.tensor([1, 1, 1]))), [2, 3, 4, 4, 5, 8]);
    expect(ops.linear(x, W, null).shape).toEqual([1, 2, 3]);
    close(
      numbers(ops.linearTransposed(x, tf.tensor([1, 0, 0, 1, 1, 1], [3, 2]))),
      [1, 2, 3, 3, 4, 7],
    );
  });

  it('has the golden values of the norms and GELU', () => {
    const x = tf.tensor([1, 2, 3, 4], [1, 4]);
    close(
      numbers(ops.layerNorm(x, null, null, 1e-5)),
      [-1.34163542, -0.44721181, 0.44721181, 1.34163542],
    );
    close(numbers(ops.rmsNorm(x, null, 0)), [0.36514837, 0.73029674, 1.09544512, 1.46059349]);
    close(numbers(ops.activation(tf.tensor([1]), 'gelu')), [0.84134475], 1e-6);
    close(numbers(ops.activation(tf.tensor([1]), 'gelu_tanh')), [0.84119199], 1e-6);
  });

  it('has the golden values of attention, with and without a causal mask', () => {
    const qk = tf.tensor([1, 0, 0, 1, 1, 1], [1, 3, 2]);
    const v = tf.tensor([1, 2, 3, 4, 5, 6], [1, 3, 2]);
    const scaled = { ...plain, scale: Math.SQRT1_2 };
    close(
      numbers(ops.attention(qk, qk, v, scaled)),
      [3, 4, 3.40667256, 4.40667256, 3.51046953, 4.51046953],
    );
    const causal = { ...scaled, causal: true };
    close(
      numbers(ops.attention(qk, qk, v, causal)),
      [1, 2, 2.3395231, 3.3395231, 3.51046953, 4.51046953],
    );
    close(numbers(ops.attentionPattern(qk, qk, causal)).slice(3, 6), [0.33023845, 0.66976155, 0]);
    close(
      numbers(ops.attentionPattern(qk, qk, scaled)),
      [
        0.40111209, 0.19777581, 0.40111209, 0.19777581, 0.40111209, 0.40111209, 0.24825508,
        0.24825508, 0.50348984,
      ],
    );
  });

  it('rotates halves, so that q·k depends on the distance only', () => {
    close(
      numbers(ops.rope(tf.tensor([1, 2, 3, 4], [1, 1, 4]), 1, 1e4, 3)),
      [-1.41335252, 1.87911807, -2.82885748, 4.05819114],
    );
    const [q, k] = [
      tf.tensor([0.1, 0.2, 0.3, 0.4], [1, 1, 4]),
      tf.tensor([0.5, -0.6, 0.7, 0.8], [1, 1, 4]),
    ];
    for (const [i, j] of [
      [5, 2],
      [105, 102],
    ] as const) {
      const dot = tf.sum(tf.mul(ops.rope(q, 1, 1e4, i), ops.rope(k, 1, 1e4, j)));
      // Σ over pairs (i, i + d_k/2) of |q||k|cos(angle between + 3·frequency). Pairs of neighbours (2i, 2i + 1), the other
      // convention, give 0.57528199.
      close(numbers(dot), [-0.05677944], 1e-5);
    }
  });

  it('gives zeros, not NaN, where a query sees no key, and no NaN for scores of 1e4', () => {
    const [q, k] = [random(2, 3, 4), random(2, 3, 4)];
    const keyPadding = tf.tensor([0, 0, 0, 1, 1, 0], [2, 3]);
    const output = numbers(ops.attention(q, k, k, { ...plain, keyPadding }));
    expect(output.slice(0, 12)).toEqual(new Array(12).fill(0));
    expect(output.every(Number.isFinite)).toBe(true);
    expect(numbers(ops.attention(q, k, k, { ...plain, scale: 1e4 })).every(Number.isFinite)).toBe(
      true,
    );
  });

  it('sees `window` keys, on both sides when not causal', () => {
    const q = random(1, 5, 2);
    const seen = (options: Partial<AttentionOptions>) =>
      numbers(ops.attentionPattern(q, q, { ...plain, ...options }))
        .map((a) => (a > 0 ? 1 : 0))
        .slice(10, 15);
    expect(seen({ causal: true, window: 2 })).toEqual([0, 1, 1, 0, 0]);
    expect(seen({ window: 2 })).toEqual([0, 1, 1, 1, 0]);
  });

  it('gives every key head to a group of query heads', () => {
    const [q, k, v] = [random(2, 3, 8), random(2, 3, 4), random(2, 3, 4)];
    const repeat = (x: Tensor) =>
      tf.reshape(tf.tile(tf.reshape(x, [2, 3, 2, 1, 2]), [1, 1, 1, 2, 1]), [2, 3, 8]);
    const grouped = ops.attention(q, k, v, { ...plain, n_heads: 4, n_kv_heads: 2 });
    const full = ops.attention(q, repeat(k), repeat(v), { ...plain, n_heads: 4, n_kv_heads: 4 });
    close(numbers(grouped), numbers(full), 1e-6);
  });

  it('drops by the keyed hash: the same bits however the batch is split', () => {
    const x = tf.ones([3, 2, 4]);
    const whole = numbers(ops.dropout(x, { rate: 0.4, key: 9, firstExample: 5 }));
    const rest = numbers(ops.dropout(tf.ones([2, 2, 4]), { rate: 0.4, key: 9, firstExample: 6 }));
    expect(whole.slice(8)).toEqual(rest);
    const kept = (dropoutBits(9, 6, 3) < keepThreshold(0.4) ? 1 : 0) / 0.6;
    expect(whole[8 + 3]).toBeCloseTo(kept, 6);
  });

  it('has the golden values of cross-entropy and label smoothing; -1 does not count', () => {
    const logits = tf.tensor([1, 5, 2, 0, 9, 9, 9, 1], [2, 4]);
    const loss = (target: number, labelSmoothing: number) =>
      numbers(
        ops.crossEntropy(logits, tf.tensor([target, -1], [2], 'int32'), {
          labelSmoothing,
          count: null,
        }),
      );
    close(loss(1, 0), [0.07217242], 1e-6);
    close(loss(0, 0), [4.07217242], 1e-6);
    close(loss(1, 0.1), [0.37217242], 1e-6);
    const gradient = tf.grad((x) =>
      ops.crossEntropy(x, tf.tensor([1, -1], [2], 'int32'), { labelSmoothing: 0, count: null }),
    );
    close(
      numbers(gradient(logits)),
      [0.01704033, -0.06962953, 0.04632042, 0.00626879, 0, 0, 0, 0],
      1e-6,
    );
  });

  it('gives ln n_vocab for uniform logits and divides by the given count', () => {
    const targets = tf.tensor([0, 2, -1], [1, 3], 'int32');
    const loss = (count: number | null) =>
      numbers(ops.crossEntropy(tf.zeros([1, 3, 7]), targets, { labelSmoothing: 0, count }));
    close(loss(null), [Math.log(7)], 1e-6);
    close(loss(4), [(Math.log(7) * 2) / 4], 1e-6);
  });

  it('has a gradient with respect to every float tensor', () => {
    const ids = tf.tensor([1, 0, 2, 2], [2, 2], 'int32');
    const gradients = tf.grads((W_E: Tensor, W: Tensor, b: Tensor, gain: Tensor) => {
      const x = ops.rope(ops.embedding(ids, W_E), 1, 1e4, 0);
      const y = ops.attention(x, x, x, { ...plain, causal: true, alibi: true });
      const h = ops.add(y, ops.gated(ops.linear(ops.layerNorm(y, gain, b, 1e-5), W, b), y, 'gelu'));
      return tf.sum(ops.linearTransposed(ops.rmsNorm(h, gain, 1e-5), W_E));
    })([random(3, 4), random(4, 4), random(4), random(4)]);
    for (const gradient of gradients) {
      expect(numbers(gradient).every(Number.isFinite)).toBe(true);
      expect(numbers(gradient).some((g) => g !== 0)).toBe(true);
    }
  });

  it('steps AdamW to its golden values, in place', () => {
    for (const [weightDecay, expected] of [
      [0, [0.9900000001, 0.98037585, 0.98103822]],
      [0.1, [0.9890000001, 0.97838685, 0.97807083]],
    ] as const) {
      const [w, m, v] = [tf.tensor([1]), tf.tensor([0]), tf.tensor([0])];
      const before = tf.memory().numTensors;
      for (const [i, g] of [0.1, 0.2, -0.3].entries()) {
        const gradient = tf.tensor([g]);
        optimizer.adamW(w, m, v, gradient, {
          lr: 0.01,
          beta1: 0.9,
          beta2: 0.98,
          eps: 1e-9,
          weightDecay,
          step: i + 1,
          gradientScale: 1,
        });
        gradient.dispose();
        close(numbers(w), [expected[i] ?? 0], 1e-6);
      }
      expect(tf.memory().numTensors).toBe(before);
    }
  });

  it('steps SGD with momentum, sums, norms and notices NaN', () => {
    const [w, u, g] = [tf.tensor([1, 1]), tf.tensor([1, 0]), tf.tensor([2, 4])];
    optimizer.sgd(w, u, g, { lr: 0.1, momentum: 0.5, weightDecay: 1, gradientScale: 0.5 });
    close(numbers(u), [1.5, 2]);
    close(numbers(w), [0.75, 0.7]);
    optimizer.sgd(w, null, g, { lr: 0.1, momentum: 0.5, weightDecay: 0, gradientScale: 1 });
    close(numbers(w), [0.55, 0.3]);
    optimizer.addInPlace(u, g);
    optimizer.addNumbers(u, Float32Array.of(1, -1));
    close(numbers(u), [4.5, 5]);
    const place = new Float32Array(2);
    optimizer.copyTo(u, place);
    close(Array.from(place), [4.5, 5]);
    expect(optimizer.globalNorm([tf.tensor([3]), tf.tensor([0, 4])])).toBe(5);
    expect(optimizer.allFinite(u)).toBe(true);
    optimizer.write(u, Float32Array.of(Number.NaN, 1));
    expect(optimizer.allFinite(u)).toBe(false);
    expect(tf.reshape(u, [2, 1]).dataSync()[1]).toBe(1);
  });
});
