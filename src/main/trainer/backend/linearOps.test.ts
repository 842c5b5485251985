import { randomStream } from '@shared/tensor/random';
import { beforeAll, describe, it } from 'vitest';
import type { TrainerBackend } from '../backend';
import { backendOf, expectSame, floats, ids, VARIANTS } from './compare.testing';

const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 31, 64, 65, 97];

describe.each(VARIANTS)('linear operations, %s', (variant) => {
  let backend: TrainerBackend;
  const stream = randomStream(1, `linear ${variant}`);
  const size = () => SIZES[stream.int(SIZES.length)] ?? 1;
  beforeAll(async () => {
    backend = await backendOf(variant);
  });

  it('multiplies matrices of any size', () => {
    for (let round = 0; round < 25; round++) {
      const [M, K, N] = [size(), size(), size()];
      expectSame(backend, (ops, x, W, b) => ops.linear(x, W, b), [
        floats(stream, M, K),
        floats(stream, K, N),
        floats(stream, N),
      ]);
    }
  });

  it('multiplies matrices larger than its blocks', () => {
    expectSame(backend, (ops, x, W, b) => ops.linear(x, W, b), [
      floats(stream, 2, 70, 530),
      floats(stream, 530, 521),
      floats(stream, 521),
    ]);
  });

  it('does without a bias', () => {
    expectSame(backend, (ops, x, W) => ops.linear(x, W, null), [
      floats(stream, 2, 3, 10),
      floats(stream, 10, 6),
    ]);
  });

  it('multiplies by a transposed matrix', () => {
    for (let round = 0; round < 15; round++) {
      const [M, K, N] = [size(), size(), size()];
      expectSame(backend, (ops, x, W) => ops.linearTransposed(x, W), [
        floats(stream, 2, M, K),
        floats(stream, N, K),
      ]);
    }
  });

  it('looks up rows, and adds the gradients of a row that is looked up twice', () => {
    for (const [n_vocab, d] of [
      [5, 1],
      [65, 64],
      [7, 13],
    ] as const) {
      expectSame(backend, (ops, tokens, W_E) => ops.embedding(tokens, W_E), [
        ids(stream, n_vocab, 3, 11),
        floats(stream, n_vocab, d),
      ]);
    }
  });
});
