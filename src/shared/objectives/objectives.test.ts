import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomStream } from '../tensor/random';
import { stockOps } from '../tensor/stockOps';
import { maskedToken } from './maskedToken';
import { nextToken } from './nextToken';
import type { BatchContext } from './objective';
import { seq2seq } from './seq2seq';
import { sequenceLabel } from './sequenceLabel';
import { tokenLabel } from './tokenLabel';

beforeAll(() => tf.setBackend('cpu'));

const specials = new Map(['<bos>', '<eos>', '<sep>', '<mask>'].map((token, id) => [token, id]));
const context: BatchContext = {
  n_ctx: 4,
  n_vocab: 20,
  specials,
  random: (row) => randomStream(1, String(row)),
};
const ids = (...values: number[]) => Int32Array.from(values);
const rowsOf = (matrix: { length: number; values: Int32Array } | undefined) => {
  const { length = 1, values = ids() } = matrix ?? {};
  return Array.from({ length: values.length / length }, (_, row) =>
    Array.from(values.subarray(row * length, (row + 1) * length)),
  );
};

describe('next token', () => {
  it('asks for the token after each position', () => {
    const batch = nextToken.batch([{ tokens: ids(3, 1, 4, 1, 5) }], context);
    expect(rowsOf(batch.feeds.tokens)).toEqual([[3, 1, 4, 1]]);
    expect(rowsOf(batch.targets)).toEqual([[1, 4, 1, 5]]);
  });

  it('asks only for the answer of a pair, up to its end mark', () => {
    const batch = nextToken.batch(
      [
        { source: ids(10, 11), tokens: ids(12, 13) },
        { source: ids(14), tokens: ids(15) },
      ],
      context,
    );
    expect(rowsOf(batch.feeds.tokens)).toEqual([
      [10, 11, 2, 12, 13],
      [14, 2, 15, 0, 0],
    ]);
    expect(rowsOf(batch.targets)).toEqual([
      [-1, -1, 12, 13, 1],
      [-1, 15, 1, -1, -1],
    ]);
    expect(rowsOf(batch.padding.tokens)).toEqual([
      [1, 1, 1, 1, 1],
      [1, 1, 1, 0, 0],
    ]);
  });

  it('cannot be answered by repeating the input: a missing shift would show', () => {
    const random = randomStream(1, 'shift');
    const n_vocab = 8;
    const examples = Array.from({ length: 40 }, () => ({
      tokens: Int32Array.from({ length: 33 }, () => random.int(n_vocab)),
    }));
    const { feeds, targets } = nextToken.batch(examples, { ...context, n_ctx: 32, n_vocab });
    const inputs = tf.tensor2d(feeds.tokens?.values ?? [], [40, 32], 'int32');
    const loss = nextToken.loss({
      ops: stockOps(tf),
      logits: tf.mul(tf.oneHot(inputs, n_vocab), 5), // (B, T, n_vocab)
      targets: tf.tensor2d(targets.values, [40, 32], 'int32'),
      labelSmoothing: 0,
      count: null,
    });
    expect(loss.dataSync()[0]).toBeGreaterThan(Math.log(n_vocab));
  });
});

describe('masked token', () => {
  const examples = Array.from({ length: 400 }, () => ({ tokens: ids(...new Array(20).fill(7)) }));
  const batch = maskedToken.batch(examples, { ...context, n_ctx: 20 });
  const inputs = [...(batch.feeds.tokens?.values ?? [])];
  const asked = inputs.filter((_, i) => (batch.targets.values[i] ?? -1) >= 0);

  it('asks for 15 % of the tokens: 80 % hidden, 10 % replaced, 10 % as they are', () => {
    const share = (n: number) => n / asked.length;
    expect(asked.length / 8000).toBeCloseTo(0.15, 1);
    expect(share(asked.filter((id) => id === 3).length)).toBeCloseTo(0.8, 1);
    expect(share(asked.filter((id) => id === 7).length)).toBeCloseTo(0.1, 1);
    expect(asked.every((id) => id >= 3)).toBe(true);
  });

  it('leaves every other token alone, and asks nothing of it', () => {
    expect(inputs.filter((id, i) => id !== 7 && batch.targets.values[i] === -1)).toEqual([]);
    expect(batch.targets.values.every((target) => target === -1 || target === 7)).toBe(true);
  });

  it('asks for at least one token of every row', () => {
    const short = maskedToken.batch(
      Array.from({ length: 50 }, () => ({ tokens: ids(5, 6) })),
      context,
    );
    expect(rowsOf(short.targets).every((row) => row.some((target) => target >= 0))).toBe(true);
  });
});

describe('sequence to sequence', () => {
  it('tells the decoder the answer so far, from <bos> to <eos>', () => {
    const batch = seq2seq.batch(
      [
        { source: ids(10, 11, 12), tokens: ids(5, 6) },
        { source: ids(10), tokens: ids(7) },
      ],
      context,
    );
    expect(rowsOf(batch.feeds.tokens)).toEqual([
      [0, 5, 6],
      [0, 7, 0],
    ]);
    expect(rowsOf(batch.targets)).toEqual([
      [5, 6, 1],
      [7, 1, -1],
    ]);
    expect(rowsOf(batch.padding.source)).toEqual([
      [1, 1, 1],
      [1, 0, 0],
    ]);
  });
});

describe('labels', () => {
  it('gives a sequence several labels, each with scores of its own', () => {
    const { targets } = sequenceLabel.batch([{ tokens: ids(1, 2, 3), labels: ids(0, 1) }], context);
    expect(rowsOf(targets)).toEqual([[0, 1]]);
    const logits = tf.tensor2d([[9, 0, 0, 9]]); // (B, 2 labels · 2 classes)
    const loss = sequenceLabel.loss({
      ops: stockOps(tf),
      logits,
      targets: tf.tensor2d([[0, 1]], [1, 2], 'int32'),
      labelSmoothing: 0,
      count: null,
    });
    expect(loss.dataSync()[0]).toBeLessThan(0.001);
  });

  it('keeps the labels of a shorter sequence at its own tokens', () => {
    const { targets } = tokenLabel.batch(
      [
        { tokens: ids(1, 2, 3), labels: ids(1, 1, 0, 0, 1, 0) },
        { tokens: ids(4), labels: ids(0, 1) },
      ],
      context,
    );
    expect(rowsOf(targets)).toEqual([
      [1, 1, 0, 0, 1, 0],
      [0, 1, -1, -1, -1, -1],
    ]);
  });
});
