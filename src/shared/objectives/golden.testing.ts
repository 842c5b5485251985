import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Ops, Tensor } from '../tensor/ops';
import { findObjective } from './registry';

/** The golden losses of golden/make.py: what PyTorch computes where labels are asked for. */

const numbersSchema = z.object({ shape: z.array(z.int()), values: z.array(z.number()) });

const lossSchema = z.object({
  objective: z.enum(['sequenceLabel', 'tokenLabel']),
  /** Of each example; a batch ignores the places beyond them. */
  labels: z.array(z.array(z.int())),
  labelSmoothing: z.number(),
  count: z.int().nullable(),
  logits: numbersSchema,
  loss: z.number(),
  /** Of the loss, at the logits. */
  gradient: numbersSchema,
});

export type GoldenLoss = z.output<typeof lossSchema>;

const file = new URL('./golden/labels.json', import.meta.url);

export const goldenLosses: readonly GoldenLoss[] = z
  .object({ cases: z.array(lossSchema) })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).cases;

/** Makes the batch of these labels, and its loss and gradient with these operations: within 1e-5 of PyTorch's. */
export function expectGoldenLoss(golden: GoldenLoss, ops: Ops, tolerance = 1e-5): void {
  const { tf } = ops;
  const objective = findObjective(golden.objective);
  const examples = golden.labels.map((labels) => ({
    tokens: Int32Array.from(labels, () => 0),
    labels: Int32Array.from(labels),
  }));
  const context = { n_ctx: 8, n_vocab: 1, specials: new Map(), random: noRandom };
  const { targets } = objective.batch(examples, context);
  tf.tidy(() => {
    const { labelSmoothing, count } = golden;
    const ids = tf.tensor2d(targets.values, [examples.length, targets.length], 'int32');
    const logits = tf.tensor(golden.logits.values, golden.logits.shape);
    const { value, grad } = tf.valueAndGrad((x: Tensor) =>
      objective.loss({ ops, logits: x, targets: ids, labelSmoothing, count }),
    )(logits);
    expect(distance(value.dataSync(), [golden.loss]), 'loss').toBeLessThan(tolerance);
    expect(grad.shape).toEqual(golden.gradient.shape);
    expect(distance(grad.dataSync(), golden.gradient.values), 'gradient').toBeLessThan(tolerance);
  });
}

function noRandom(): never {
  throw new Error('labels are not drawn');
}

/** The largest difference, as a share of the largest expected number. */
function distance(actual: ArrayLike<number>, expected: readonly number[]): number {
  const size = Math.max(...expected.map(Math.abs));
  const apart = expected.map((value, i) => Math.abs((actual[i] ?? Number.NaN) - value));
  return Math.max(...apart) / size;
}
