import type { Activation } from '@shared/tensor/ops';
import { randomStream } from '@shared/tensor/random';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrainerBackend } from '../backend';
import { backendOf, expectSame, floats, VARIANTS } from './compare.testing';

const KINDS: readonly Activation[] = ['relu', 'gelu', 'gelu_tanh', 'silu', 'relu2'];

describe.each(VARIANTS)('elementwise operations, %s', (variant) => {
  let backend: TrainerBackend;
  const stream = randomStream(2, `element ${variant}`);
  beforeAll(async () => {
    backend = await backendOf(variant);
  });

  it.each([1, 3, 4, 7, 64])('adds tensors of one shape, %d wide', (d) => {
    expectSame(backend, (ops, a, b) => ops.add(a, b), [
      floats(stream, 2, 5, d),
      floats(stream, 2, 5, d),
    ]);
  });

  it.each([1, 3, 4, 7, 64])('adds a table to every example, %d wide', (d) => {
    expectSame(backend, (ops, a, b) => ops.add(a, b), [
      floats(stream, 3, 5, d),
      floats(stream, 5, d),
    ]);
    expectSame(backend, (ops, a, b) => ops.add(a, b), [floats(stream, 3, 5, d), floats(stream, d)]);
  });

  it('gives both gradients when a tensor is added to itself', () => {
    expectSame(backend, (ops, a) => ops.add(a, a), [floats(stream, 2, 3)]);
  });

  it.each(KINDS)('bends by %s', (kind) => {
    for (const size of [1, 2, 6, 301]) {
      expectSame(backend, (ops, x) => ops.activation(ops.tf.mul(x, 3), kind), [
        floats(stream, size),
      ]);
      expectSame(backend, (ops, gate, x) => ops.gated(gate, x, kind), [
        floats(stream, size, 3),
        floats(stream, size, 3),
      ]);
    }
  });

  it.each(KINDS)('lets NaN and Infinity through %s', (kind) => {
    const { ops } = backend;
    const x = ops.tf.tensor([Number.NaN, Number.POSITIVE_INFINITY, 1, 2, Number.NaN]);
    const y = [...ops.activation(x, kind).dataSync()];
    expect(y.map((value) => Number.isFinite(value))).toEqual([false, false, true, true, false]);
  });

  it('drops the elements that the key says, whatever part of the batch it is given', () => {
    const options = { rate: 0.3, key: 0xdeadbeef, firstExample: 3 };
    for (const shape of [
      [2, 3, 5],
      [1, 64, 64],
      [4, 1],
    ]) {
      expectSame(backend, (ops, x) => ops.dropout(x, options), [floats(stream, ...shape)]);
    }
    const { ops } = backend;
    const ones = ops.tf.ones([4, 3, 7]);
    const whole = ops.dropout(ones, options).dataSync();
    const second = ops.dropout(ops.tf.ones([2, 3, 7]), { ...options, firstExample: 5 }).dataSync();
    expect([...second]).toEqual([...whole.slice(42)]);
  });

  it('is transparent at rate 0', () => {
    const x = backend.ops.tf.ones([2]);
    expect(backend.ops.dropout(x, { rate: 0, key: 1, firstExample: 0 })).toBe(x);
  });
});
