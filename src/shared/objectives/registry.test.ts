import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { countTargets, type Example } from '../tensor/batch';
import { randomStream } from '../tensor/random';
import { stockOps } from '../tensor/stockOps';
import type { BatchContext } from './objective';
import { findObjective, objectiveByType } from './registry';

const ops = stockOps(tf);
const n_vocab = 11;
const n_labels = 4;
const n_ctx = 6;
const specials = new Map(['<mask>', '<bos>', '<eos>', '<sep>'].map((token, id) => [token, id]));

beforeAll(() => tf.setBackend('cpu'));

const context = (seed = 1): BatchContext => ({
  n_ctx,
  n_vocab,
  specials,
  random: (row) => randomStream(seed, `row ${row}`),
});

/** Examples that have what is needed; their sources are of different lengths. */
function someExamples(needs: readonly string[], n: number): Example[] {
  const random = randomStream(4, 'examples');
  const ids = (length: number, n_ids: number) =>
    Int32Array.from({ length }, () => n_vocab - n_ids + random.int(n_ids));
  return Array.from({ length: n }, (_, i) => ({
    tokens: ids(n_ctx, n_vocab - specials.size),
    ...(needs.includes('source') && { source: ids(3 + i, n_vocab - specials.size) }),
    ...(needs.includes('labels') && {
      labels: Int32Array.from({ length: n_ctx }, () => random.int(n_labels)),
    }),
  }));
}

describe.each([...objectiveByType.values()])('objective $type', (objective) => {
  const examples = someExamples(objective.needs, 3);
  const batch = objective.batch(examples, context());
  const { rows, length, values } = batch.targets;
  const n_classes = objective.needs.includes('labels') ? n_labels : n_vocab;
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

  it('gives ln of the number of classes for uniform logits, smoothed or not', () => {
    const uniform = tf.zeros([rows, length, n_classes]);
    expect(lossOf(uniform, values)).toBeCloseTo(Math.log(n_classes), 5);
    expect(lossOf(uniform, values, 0.2)).toBeCloseTo(Math.log(n_classes), 5);
  });

  it('does not count ignored targets', () => {
    const logits = tf.randomNormal([rows, length, n_classes], 0, 1, 'float32', 1);
    const real = values.findIndex((target) => target >= 0);
    const some = values.map((target, i) => (i === real ? target : i % 2 === 0 ? -1 : target));
    const mask = tf.tensor3d(
      Array.from(some, (target) => (target < 0 ? 1 : 0)),
      [rows, length, 1],
    );
    const changed = tf.add(logits, tf.mul(mask, tf.randomNormal(logits.shape, 0, 5)));
    expect(lossOf(changed, some)).toBeCloseTo(lossOf(logits, some) ?? Number.NaN, 5);
  });

  it('has targets that count, each the number of a class', () => {
    expect(rows).toBe(3);
    expect(countTargets(batch)).toBeGreaterThan(0);
    expect(values.every((target) => target >= -1 && target < n_classes)).toBe(true);
  });

  it('marks as padding what is not real, and asks nothing there', () => {
    for (const [name, ids] of Object.entries(batch.feeds)) {
      const real = batch.padding[name];
      const expected = examples.map((example) => example[name]?.length ?? 0);
      const counts = examples.map((_, row) =>
        (real?.values ?? new Int32Array(3 * ids.length).fill(1))
          .subarray(row * ids.length, (row + 1) * ids.length)
          .reduce((sum, one) => sum + one, 0),
      );
      if (name === 'source') expect(counts).toEqual(expected);
      expect(ids.values.every((id) => id >= 0 && id < n_vocab)).toBe(true);
    }
  });

  it('asks the same of the same example, whatever stands beside it', () => {
    expect(objective.batch(examples, context())).toEqual(batch);
    const longest = examples.slice(-1);
    const alone = objective.batch(longest, { ...context(), random: () => context().random(2) });
    expect([...alone.targets.values]).toEqual([...values.subarray(values.length - length)]);
  });

  it('is described in both languages, with its source', () => {
    const texts = [objective.title, objective.docs.summary];
    expect(texts.every(({ en, zh }) => en !== '' && /\p{Script=Han}/u.test(zh))).toBe(true);
    expect(objective.docs.equation).not.toBe('');
    expect(objective.docs.source).not.toBe('');
    expect(objective.output({ n_vocab, n_labels }).at(-1)).toBe(n_classes);
  });
});

describe('findObjective', () => {
  it('says which objectives there are', () => {
    expect(() => findObjective('dream')).toThrow(
      `Objective: there is no objective "dream". Use one of ${[...objectiveByType.keys()].join(', ')}.`,
    );
  });
});
