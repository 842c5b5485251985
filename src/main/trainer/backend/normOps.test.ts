import { randomStream } from '@shared/tensor/random';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrainerBackend } from '../backend';
import { backendOf, expectSame, floats, VARIANTS } from './compare.testing';

const WIDTHS = [2, 3, 4, 5, 7, 16, 61, 64, 128];

describe.each(VARIANTS)('norms, %s', (variant) => {
  let backend: TrainerBackend;
  const stream = randomStream(3, `norm ${variant}`);
  beforeAll(async () => {
    backend = await backendOf(variant);
  });

  it.each(WIDTHS)('layerNorm over %d features', (d) => {
    expectSame(backend, (ops, x, gain, bias) => ops.layerNorm(x, gain, bias, 1e-5), [
      floats(stream, 2, 9, d),
      floats(stream, d),
      floats(stream, d),
    ]);
    expectSame(backend, (ops, x, gain) => ops.layerNorm(x, gain, null, 1e-5), [
      floats(stream, 7, d),
      floats(stream, d),
    ]);
    expectSame(backend, (ops, x) => ops.layerNorm(x, null, null, 1e-5), [floats(stream, 7, d)]);
  });

  it.each(WIDTHS)('rmsNorm over %d features', (d) => {
    expectSame(backend, (ops, x, gain) => ops.rmsNorm(x, gain, 1e-6), [
      floats(stream, 2, 9, d),
      floats(stream, d),
    ]);
    expectSame(backend, (ops, x) => ops.rmsNorm(x, null, 1e-6), [floats(stream, 5, d)]);
  });

  it('makes a row with a NaN wholly NaN and leaves the others alone', () => {
    const { ops } = backend;
    const x = ops.tf.tensor2d([1, Number.NaN, 3, 4, 5, 1, 2, 3, 4, 5], [2, 5]);
    const y = [...ops.layerNorm(x, null, null, 1e-5).dataSync()].map(Number.isNaN);
    expect(y).toEqual([true, true, true, true, true, false, false, false, false, false]);
  });
});
