import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tensor } from '../tensor/ops';
import { randomStream } from '../tensor/random';
import { stockOps } from '../tensor/stockOps';
import { nextToken } from './nextToken';
import type { BatchContext, Objective } from './objective';
import { seq2seq } from './seq2seq';

const ops = stockOps(tf);
const n_vocab = 9;
const specials = new Map(['<bos>', '<eos>', '<sep>'].map((token, id) => [token, id]));
const context: BatchContext = {
  n_ctx: 8,
  n_vocab,
  specials,
  random: (row) => randomStream(1, String(row)),
};
const ids = (...values: number[]) => Int32Array.from(values);
const pairs = [
  { source: ids(5, 6, 7), tokens: ids(3) },
  { source: ids(8), tokens: ids(4, 5, 6, 7) },
];

beforeAll(() => tf.setBackend('cpu'));

/** Of some pairs: random logits, targets, and the gradient of the loss with respect to every logit. */
function asked(objective: Objective, labelSmoothing: number) {
  const { targets } = objective.batch(pairs, context);
  const { rows, length, values } = targets;
  const logits = tf.randomNormal([rows, length, n_vocab], 0, 2, 'float32', 1);
  const tensor = tf.tensor2d(values, [rows, length], 'int32');
  const loss = (x: Tensor) =>
    objective.loss({ ops, logits: x, targets: tensor, labelSmoothing, count: null });
  const gradient = tf.grad(loss)(logits);
  const at = (x: Tensor, i: number) =>
    Array.from(x.dataSync()).slice(i * n_vocab, (i + 1) * n_vocab);
  return { values, logits, loss, at: (i: number) => at(gradient, i) };
}

describe.each([nextToken, seq2seq])('the loss of $type on pairs', (objective) => {
  it.each([0, 0.1])('gives no gradient where nothing is asked, smoothed by %s', (smoothing) => {
    const { values, at } = asked(objective, smoothing);
    const silent = [...values.keys()].filter((i) => values[i] === -1);
    expect(silent.length).toBeGreaterThan(0);
    for (const i of silent) expect(at(i).every((g) => g === 0)).toBe(true);
    for (const i of values.keys())
      if (values[i] !== -1) expect(at(i).some((g) => g !== 0)).toBe(true);
  });

  it('is asked for a distribution that sums to 1, smoothed or not', () => {
    // The gradient of cross-entropy is softmax − target: both sum to 1, so it sums to 0.
    for (const smoothing of [0, 0.1, 0.5]) {
      const { values, at } = asked(objective, smoothing);
      for (const i of values.keys()) {
        expect(at(i).reduce((sum, g) => sum + g, 0)).toBeCloseTo(0, 6);
      }
    }
  });

  it('does not change when a row has more padding', () => {
    const { values, logits, loss } = asked(objective, 0.1);
    const { rows, length } = objective.batch(pairs, context).targets;
    const noise = tf.randomNormal([rows, 3, n_vocab], 0, 5, 'float32', 2);
    const longer = tf.concat([logits, noise], 1);
    const targets = tf.concat(
      [tf.tensor2d(values, [rows, length], 'int32'), tf.fill([rows, 3], -1, 'int32')],
      1,
    );
    const padded = objective.loss({
      ops,
      logits: longer,
      targets,
      labelSmoothing: 0.1,
      count: null,
    });
    expect(padded.dataSync()[0]).toBeCloseTo(loss(logits).dataSync()[0] ?? 9, 6);
  });

  it('asks for the end mark once, and for nothing after it', () => {
    const { rows, length, values } = objective.batch(pairs, context).targets;
    for (let row = 0; row < rows; row++) {
      const answer = values.subarray(row * length, (row + 1) * length).filter((t) => t >= 0);
      expect([...answer]).toEqual([...(pairs[row]?.tokens ?? []), specials.get('<eos>')]);
    }
  });
});

describe('a smoothed target', () => {
  it.each([
    [4, 0.34878038],
    [37_000, 1.37691322],
  ])('of %i classes costs at least its own entropy', (n_classes, least) => {
    const q = Array.from({ length: n_classes }, (_, i) => 0.1 / n_classes + (i === 1 ? 0.9 : 0));
    const options = { labelSmoothing: 0.1, count: null };
    const at = (logits: number[]) =>
      ops.crossEntropy(tf.tensor2d([logits]), tf.tensor1d([1], 'int32'), options).dataSync()[0] ??
      Number.NaN;
    const best = q.map(Math.log);
    expect(at(best)).toBeCloseTo(least, 4);
    expect(at(best.map((x, i) => (i === 1 ? x + 0.1 : x)))).toBeGreaterThan(at(best));
    expect(at(best.map((x, i) => (i === 1 ? x - 0.1 : x)))).toBeGreaterThan(at(best));
  });
});
