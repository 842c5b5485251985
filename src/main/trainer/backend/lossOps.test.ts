import type { OptimizerOps, Tensor } from '@shared/tensor/ops';
import { randomStream } from '@shared/tensor/random';
import { stockOptimizerOps } from '@shared/tensor/stockOps';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrainerBackend } from '../backend';
import { backendOf, expectClose, expectSame, floats, tensorOf, VARIANTS } from './compare.testing';

const ADAM = { lr: 0.01, beta1: 0.9, beta2: 0.98, eps: 1e-9, weightDecay: 0.1, gradientScale: 0.5 };

describe.each(VARIANTS)('loss and optimizers, %s', (variant) => {
  let backend: TrainerBackend;
  const stream = randomStream(5, `loss ${variant}`);
  beforeAll(async () => {
    backend = await backendOf(variant);
  });

  const targets = (n_vocab: number, size: number) => ({
    shape: [2, size / 2],
    values: Int32Array.from({ length: size }, () => stream.int(n_vocab + 1) - 1),
  });

  it.each([2, 3, 5, 65, 128, 1000])('measures the surprise over %d tokens', (n_vocab) => {
    for (const labelSmoothing of [0, 0.1]) {
      for (const count of [null, 40]) {
        expectSame(
          backend,
          (ops, logits, ids) => ops.crossEntropy(logits, ids, { labelSmoothing, count }),
          [floats(stream, 2, 9, n_vocab), targets(n_vocab, 18)],
        );
      }
    }
  });

  it('is 0 when every target is ignored', () => {
    const { ops } = backend;
    const ids = ops.tf.tensor([-1, -1], [2], 'int32');
    const options = { labelSmoothing: 0, count: null };
    expect(ops.crossEntropy(ops.tf.ones([2, 3]), ids, options).dataSync()[0]).toBe(0);
  });

  it('is ln n_vocab for equal logits', () => {
    const { ops } = backend;
    const ids = ops.tf.tensor([0, 36_999], [2], 'int32');
    const options = { labelSmoothing: 0, count: null };
    const loss = ops.crossEntropy(ops.tf.ones([2, 37_000]), ids, options).dataSync()[0] ?? 0;
    expect(loss).toBeCloseTo(Math.log(37_000), 5);
  });

  it('does not hide NaN or Infinity', () => {
    const { ops } = backend;
    const ids = ops.tf.tensor([0], [1], 'int32');
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const logits = ops.tf.tensor([1, 2, bad, 3, 4], [1, 5]);
      const loss = ops.crossEntropy(logits, ids, { labelSmoothing: 0, count: null });
      expect(loss.dataSync()[0]).toBeNaN();
    }
  });

  /** The tensors after some updates by these operations. */
  const updated = (size: number, update: (ops: OptimizerOps, ...x: Tensor[]) => void) => {
    const seeds = [1, 2, 3, 4].map((seed) => floats(randomStream(seed, 'update'), size));
    const results = [backend.optimizerOps, stockOptimizerOps(backend.ops.tf)].map((ops) => {
      const [weight, m, v, g] = seeds.map(tensorOf) as [Tensor, Tensor, Tensor, Tensor];
      // A second moment is never negative.
      ops.write(v, ops.read(v).map(Math.abs));
      update(ops, weight, m, v, g);
      return [weight, m, v].map((x) => ops.read(x));
    });
    return results;
  };

  it.each([1, 3, 4, 5, 1003, 20_001])('updates %d weights by AdamW and SGD', (size) => {
    for (const update of [
      (ops: OptimizerOps, ...[w, m, v, g]: Tensor[]) =>
        [1, 2, 3].forEach((step) => {
          ops.adamW(w as Tensor, m as Tensor, v as Tensor, g as Tensor, { ...ADAM, step });
        }),
      (ops: OptimizerOps, ...[w, m, v]: Tensor[]) =>
        ops.sgd(w as Tensor, m as Tensor, v as Tensor, { ...ADAM, momentum: 0.9 }),
      (ops: OptimizerOps, ...[w, m]: Tensor[]) =>
        ops.sgd(w as Tensor, null, m as Tensor, { ...ADAM, momentum: 0 }),
      (ops: OptimizerOps, ...[w, m]: Tensor[]) => ops.addInPlace(w as Tensor, m as Tensor),
      (ops: OptimizerOps, ...[w, m]: Tensor[]) =>
        ops.addNumbers(w as Tensor, ops.read(m as Tensor)),
    ]) {
      const [actual = [], expected = []] = updated(size, update);
      for (const [i, x] of actual.entries()) {
        expectClose(x, expected[i] ?? new Float32Array(), 1e-6);
      }
    }
  });

  it('copies to a place elsewhere, and only what fits', () => {
    const { ops, optimizerOps } = backend;
    const x = ops.tf.tensor([1, 2, 3]);
    const place = new Float32Array(new SharedArrayBuffer(20));
    optimizerOps.copyTo(x, place.subarray(1, 4));
    expect([...place]).toEqual([0, 1, 2, 3, 0]);
    expect(() => optimizerOps.copyTo(x, place)).toThrow('5 numbers for 3');
    expect(() => optimizerOps.addNumbers(x, place)).toThrow('5 numbers for 3');
  });

  it('follows the golden AdamW steps', () => {
    const { ops, optimizerOps } = backend;
    const [weight, m, v] = [ops.tf.tensor([1]), ops.tf.zeros([1]), ops.tf.zeros([1])];
    const options = { ...ADAM, weightDecay: 0, gradientScale: 1 };
    const seen = [0.1, 0.2, -0.3].map((g, i) => {
      optimizerOps.adamW(weight, m, v, ops.tf.tensor([g]), { ...options, step: i + 1 });
      return optimizerOps.read(weight)[0];
    });
    const golden = [0.9900000001, 0.98037585, 0.98103822];
    for (const [i, x] of golden.entries()) expect(seen[i]).toBeCloseTo(x, 6);
  });

  it('measures the norm of all gradients', () => {
    const { ops, optimizerOps } = backend;
    const norm = optimizerOps.globalNorm([ops.tf.ones([3, 3]), ops.tf.ones([7])]);
    expect(norm).toBe(4);
  });

  it.each([1, 3, 4, 9])('finds one bad number among %d', (size) => {
    const { ops, optimizerOps } = backend;
    const finite = (x: number) => {
      const values = new Float32Array(size).fill(1);
      values[size - 1] = x;
      return optimizerOps.allFinite(ops.tf.tensor(values));
    };
    expect(
      [1e38, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(finite),
    ).toEqual([true, false, false, false]);
  });
});
