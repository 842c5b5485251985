import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomStream } from '../tensor/random';
import { stockOps } from '../tensor/stockOps';
import { findObjective, objectiveByType } from './registry';

const ops = stockOps(tf);
const n_vocab = 11;
const n_ctx = 6;

beforeAll(() => tf.setBackend('cpu'));

function someExamples(n: number) {
  const random = randomStream(4, 'examples');
  return Array.from({ length: n }, () => ({
    tokens: Int32Array.from({ length: n_ctx + 1 }, () => random.int(n_vocab)),
  }));
}

describe.each([...objectiveByType.values()])('objective $type', (objective) => {
  const batch = objective.batch(someExamples(3), { n_ctx });
  const { rows, length, values } = batch.targets;
  const lossOf = (logits: tf.Tensor, targets: Int32Array, labelSmoothing = 0) =>
    objective
      .loss({
        ops,
        logits,
        targets: tf.tensor2d(targets, [rows, length], 'int32'),
        labelSmoothing,
        count: null,
      })
      .dataSync()[0];

  it('gives ln n_vocab for uniform logits, smoothed or not', () => {
    const uniform = tf.zeros([rows, length, n_vocab]);
    expect(lossOf(uniform, values)).toBeCloseTo(Math.log(n_vocab), 5);
    expect(lossOf(uniform, values, 0.2)).toBeCloseTo(Math.log(n_vocab), 5);
  });

  it('does not count ignored targets', () => {
    const logits = tf.randomNormal([rows, length, n_vocab], 0, 1, 'float32', 1);
    const some = values.map((target, i) => (i % 3 === 0 ? -1 : target));
    const mask = tf.tensor3d(
      Array.from(some, (target) => (target < 0 ? 1 : 0)),
      [rows, length, 1],
    );
    const changed = tf.add(logits, tf.mul(mask, tf.randomNormal(logits.shape, 0, 5)));
    expect(lossOf(changed, some)).toBeCloseTo(lossOf(logits, some) ?? Number.NaN, 5);
    expect(lossOf(logits, values)).not.toBeCloseTo(lossOf(logits, some) ?? Number.NaN, 3);
  });

  it('feeds what it says, in the size of its targets', () => {
    expect(Object.keys(batch.feeds)).toEqual(objective.feeds);
    expect(rows).toBe(3);
    expect(values.every((target) => target >= -1 && target < n_vocab)).toBe(true);
  });

  it('is described in both languages, with its source', () => {
    const texts = [objective.title, objective.docs.summary];
    expect(texts.every(({ en, zh }) => en !== '' && /\p{Script=Han}/u.test(zh))).toBe(true);
    expect(objective.docs.equation + objective.docs.source).not.toBe('');
  });
});

describe('findObjective', () => {
  it('says which objectives there are', () => {
    expect(() => findObjective('dream')).toThrow(
      `Objective: there is no objective "dream". Use one of ${[...objectiveByType.keys()].join(', ')}.`,
    );
  });
});
