import type { Ops, Tensor } from '@shared/tensor/ops';
import { randomStream } from '@shared/tensor/random';
import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBackend, type TrainerBackend } from './backend';
import { floats, tensorOf } from './backend/compare.testing';
import type { WasmBackend } from './backend/device';
import { agrees } from './backend/probe';

const CAUSAL = {
  n_heads: 2,
  n_kv_heads: 1,
  causal: true,
  window: null,
  scale: 0.7,
  alibi: true,
  keyPadding: null,
  dropout: null,
};

/** A layer of everything: tokens → loss. x: (2, 5, 6) · W: (6, 6) · gain: (6) */
function layer(ops: Ops, x: Tensor, W: Tensor, gain: Tensor): Tensor {
  const h = ops.rope(ops.layerNorm(ops.linear(x, W, gain), gain, gain, 1e-5), 1, 100, 2);
  const kv = ops.linear(h, tf.slice(W, [0, 0], [6, 3]), null); // (2, 5, 3)
  const mixed = ops.gated(ops.attention(h, kv, kv, CAUSAL), h, 'silu');
  const logits = ops.linearTransposed(ops.rmsNorm(ops.add(h, mixed), gain, 1e-5), W);
  const targets = tf.tensor([0, 1, 2, 3, -1, 5, 4, 3, 2, 1], [2, 5], 'int32');
  return ops.crossEntropy(ops.activation(logits, 'gelu'), targets, {
    labelSmoothing: 0.1,
    count: null,
  });
}

describe('createBackend', () => {
  let backend: TrainerBackend;
  beforeAll(async () => {
    backend = await createBackend();
  });

  it('computes with its own kernels, and has nothing to apologize for', () => {
    expect(backend.name).toMatch(/^wasm, fused, (relaxed )?SIMD$/);
    expect(backend.note).toBeNull();
  });

  it('says honestly what it falls back to when asked for less', async () => {
    const stock = await createBackend({ choice: 'stock' });
    expect(stock.name).toBe('wasm, TensorFlow.js');
    expect(agrees(backend.ops, stock.ops)).toBe(true);
  });

  it('finds kernels out that compute something else', async () => {
    const { ops } = await createBackend({ choice: 'stock' });
    const wrong: Ops = {
      ...backend.ops,
      attention: (...args) => tf.mul(backend.ops.attention(...args), 1.001),
    };
    expect(agrees(wrong, ops)).toBe(false);
    expect(agrees({ ...wrong, attention: (q) => tf.mul(q, Number.NaN) }, ops)).toBe(false);
  });

  it('has the gradients that central differences have', () => {
    const stream = randomStream(1, 'central');
    const inputs = [floats(stream, 2, 5, 6), floats(stream, 6, 6), floats(stream, 6)] as const;
    const gradients = tf.tidy(() => {
      const f = (...[x, W, gain]: Tensor[]) =>
        layer(backend.ops, x as Tensor, W as Tensor, gain as Tensor);
      return tf
        .grads(f)(inputs.map(tensorOf))
        .map((g) => Float32Array.from(g.dataSync()));
    });
    const lossAt = (which: number, place: number, change: number) =>
      tf.tidy(() => {
        const [x, W, gain] = inputs.map(({ shape, values }, i) => {
          const moved = Float32Array.from(values);
          if (i === which) moved[place] = (moved[place] ?? 0) + change;
          return tensorOf({ shape, values: moved });
        });
        return layer(backend.ops, x as Tensor, W as Tensor, gain as Tensor).dataSync()[0] ?? 0;
      });
    gradients.forEach((gradient, which) => {
      for (const place of [0, 1, gradient.length - 1]) {
        const slope = (lossAt(which, place, 3e-3) - lossAt(which, place, -3e-3)) / 6e-3;
        const expected = gradient[place] ?? Number.NaN;
        expect(Math.abs(slope - expected) / (1 + Math.abs(expected))).toBeLessThan(3e-3);
      }
    });
  });

  it('gives the same bits for the same inputs', () => {
    const stream = randomStream(2, 'bits');
    const inputs = [floats(stream, 2, 5, 6), floats(stream, 6, 6), floats(stream, 6)];
    const once = () =>
      tf.tidy(() => {
        const f = (...[x, W, gain]: Tensor[]) =>
          layer(backend.ops, x as Tensor, W as Tensor, gain as Tensor);
        return tf
          .grads(f)(inputs.map(tensorOf))
          .map((g) => [...g.dataSync()]);
      });
    expect(once()).toEqual(once());
  });

  it('trains what is written with stock operations only', () => {
    const ids = tf.tensor([0, 2, 2], [3], 'int32');
    const table = tf.tensor([1, 2, 3, 4, 5, 6], [3, 2]);
    const gradient = tf.grad((x) => tf.sum(tf.square(tf.gather(x, ids))))(table);
    expect([...gradient.dataSync()]).toEqual([2, 4, 0, 0, 20, 24]);
  });

  it('holds no more tensors and no more memory after many steps', () => {
    const stream = randomStream(3, 'flat');
    const inputs = [floats(stream, 2, 5, 6), floats(stream, 6, 6), floats(stream, 6)].map(tensorOf);
    const step = () =>
      tf.tidy(() => {
        tf.grads((...[x, W, gain]: Tensor[]) =>
          layer(backend.ops, x as Tensor, W as Tensor, gain as Tensor),
        )(inputs);
      });
    step();
    const before = tf.memory();
    for (let i = 0; i < 200; i++) step();
    expect(tf.memory()).toMatchObject({
      numTensors: before.numTensors,
      numBytes: before.numBytes,
      numDataBuffers: before.numDataBuffers,
    });
  });

  it('measures where time goes while asked to', async () => {
    const { ops, stopwatch } = await createBackend();
    const work = () => ops.linear(tf.ones([200, 200]), tf.ones([200, 200]), null).dispose();
    work();
    expect(stopwatch?.times.matmul).toBe(0);
    stopwatch?.run(true);
    work();
    stopwatch?.run(false);
    const once = stopwatch?.times.matmul;
    work();
    expect(once).toBeGreaterThan(0);
    expect(stopwatch?.times).toMatchObject({ matmul: once, attention: 0 });
  });

  it('tells in both languages what it does without, and still computes', async () => {
    const names = [];
    for (const lacks of [['relaxed'], ['relaxed', 'simd'], ['wasm']]) {
      const { name, note, ops } = await createBackend({ lacks });
      names.push({ name, note });
      expect(ops.add(tf.tensor([1]), tf.tensor([2])).dataSync()[0]).toBe(3);
    }
    expect(names).toEqual([
      {
        name: 'wasm, fused, SIMD',
        note: {
          en: 'Relaxed SIMD is not used, so training is a little slower: switched off.',
          zh: '没有使用 relaxed SIMD，训练会稍慢一些：已被关闭。',
        },
      },
      {
        name: 'wasm, TensorFlow.js',
        note: {
          en: 'The fused kernels are not used, so training is slower: switched off.',
          zh: '没有使用融合算子，训练会变慢：已被关闭。',
        },
      },
      {
        name: 'JavaScript, TensorFlow.js',
        note: {
          en: 'WebAssembly is not used, so training is many times slower: switched off.',
          zh: '没有使用 WebAssembly，训练会慢很多倍：已被关闭。',
        },
      },
    ]);
    await createBackend();
  });

  it('says when memory is full instead of writing where others keep their numbers', () => {
    const { wasm } = tf.backend() as unknown as WasmBackend;
    const full = 'Memory: the numbers of one step do not fit into 4 GB.';
    const most: number[] = [];
    const take = () => {
      for (let i = 0; i < 4; i++) most.push(wasm._malloc(1.2e9));
    };
    expect(take).toThrow(full);
    for (const address of most) wasm._free(address);
  });

  it('refuses shapes that would read beyond a tensor', () => {
    expect(() => backend.ops.linear(tf.ones([2, 3]), tf.ones([4, 5]), null)).toThrow(
      'linear: shapes (2, 3) and (4, 5) do not fit',
    );
  });
});
