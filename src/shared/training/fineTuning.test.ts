import * as tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import { findTask } from '../datasets/registry';
import { openTask } from '../datasets/task';
import { forward } from '../graph/model';
import { tinyGpt } from '../graph/templates';
import { nextToken } from '../objectives/nextToken';
import { countTargets } from '../tensor/batch';
import type { Tensor } from '../tensor/ops';
import { randomStream } from '../tensor/random';
import { openArm } from './arms.testing';
import { trainBatch } from './batches';
import { batchLogits, batchLoss, type TrainedModel } from './gradients';
import { cpuBackend } from './tiny.testing';

/** What fine-tuning rests on: a model is a function of a map of weights, and a loss one of its targets. */

type Weights = ReadonlyMap<string, Tensor>;

const RANK = 2;
const ALPHA = 4;
const ids = tf.tensor2d([[4, 5, 6, 7, 3]], undefined, 'int32');

async function open() {
  return openArm(await cpuBackend(), {
    drawing: tinyGpt({ n_layers: 2, n_heads: 2, d_model: 8 }),
    dataset: openTask(findTask('reverse'), { length: 3, n_symbols: 6 }, []),
    objective: nextToken,
    settings: { n_ctx: 8 },
  });
}

const logitsOf = ({ compiled, backend: { ops } }: TrainedModel, weights: Weights) =>
  forward({ compiled, ops, weights, feeds: { tokens: ids }, training: null });

/** An A (d_in, r) of noise and a B (r, d_out) of zeros for every W_Q and W_V. */
function adaptersOf({ weights }: TrainedModel): Weights {
  const random = randomStream(1, 'adapters');
  const made = new Map<string, Tensor>();
  for (const [name, { shape }] of weights) {
    if (!/W_[QV]$/.test(name)) continue;
    const [d_in = 0, d_out = 0] = shape;
    const noise = Float32Array.from({ length: d_in * RANK }, () => random.normal());
    made.set(`${name}.A`, tf.tensor2d(noise, [d_in, RANK]));
    made.set(`${name}.B`, tf.zeros([RANK, d_out]));
  }
  return made;
}

/** W + (alpha / rank) · A · B wherever there are adapters. */
function withAdapters(weights: Weights, adapters: Weights): Weights {
  return new Map(
    [...weights].map(([name, W]): [string, Tensor] => {
      const [A, B] = [adapters.get(`${name}.A`), adapters.get(`${name}.B`)];
      if (A === undefined || B === undefined) return [name, W];
      return [name, tf.add(W, tf.mul(tf.matMul(A as tf.Tensor2D, B as tf.Tensor2D), ALPHA / RANK))];
    }),
  );
}

function trainAdapters(
  model: TrainedModel,
  adapters: Weights,
  batch: ReturnType<typeof trainBatch>,
) {
  const names = [...adapters.keys()];
  const losses: number[] = [];
  let now = adapters;
  for (let step = 0; step < 20; step++) {
    const { value, grads } = tf.valueAndGrads((...tensors: Tensor[]) => {
      const given = new Map(names.map((name, i) => [name, tensors[i] ?? tf.scalar(0)]));
      return batchLoss(
        { ...model, weights: withAdapters(model.weights, given) },
        batch,
        null,
        null,
      ) as tf.Scalar;
    })([...now.values()]);
    losses.push(value.dataSync()[0] ?? 9);
    now = new Map(
      [...now].map(([name, x], i) => [name, tf.sub(x, tf.mul(grads[i] ?? tf.scalar(0), 0.3))]),
    );
  }
  return { adapters: now, losses };
}

describe('low-rank adapters', () => {
  it('change nothing while B is 0, to the bit', async () => {
    const { model } = await open();
    const adapted = withAdapters(model.weights, adaptersOf(model));
    expect(logitsOf(model, adapted).dataSync()).toEqual(logitsOf(model, model.weights).dataSync());
  });

  it('learn by themselves; switched off, the model is what it was, to the bit', async () => {
    const { model, source } = await open();
    const before = logitsOf(model, model.weights).dataSync();
    const { adapters, losses } = trainAdapters(model, adaptersOf(model), trainBatch(source, 1));
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) - 0.005);
    expect(logitsOf(model, withAdapters(model.weights, adapters)).dataSync()).not.toEqual(before);
    expect(logitsOf(model, model.weights).dataSync()).toEqual(before);
  });

  it('merge into the matrices: the same logits within rounding', async () => {
    const { model, source } = await open();
    const { adapters } = trainAdapters(model, adaptersOf(model), trainBatch(source, 1));
    const apart = logitsOf(model, withAdapters(model.weights, adapters)).dataSync();
    for (const [name, W] of withAdapters(model.weights, adapters)) {
      const tensor = model.weights.get(name) ?? W;
      model.backend.optimizerOps.write(tensor, Float32Array.from(W.dataSync()));
    }
    const merged = logitsOf(model, model.weights).dataSync();
    for (const [i, value] of merged.entries()) expect(value).toBeCloseTo(apart[i] ?? 9, 5);
  });

  it('have r · (d_in + d_out) numbers for each matrix', async () => {
    const { model } = await open();
    const sizes = [...adaptersOf(model).values()].map(({ size }) => size);
    expect(sizes.reduce((sum, n) => sum + n, 0)).toBe(4 * RANK * (8 + 8));
  });
});

/** ln p of the answer of each row, summed over its tokens and one end mark. */
function answerLogProbs(model: TrainedModel, source: Parameters<typeof trainBatch>[0]) {
  const batch = trainBatch(source, 1);
  const { rows } = batch.targets;
  const whole = tf.mul(batchLoss(model, batch, null, 1), -1); // summed over all rows
  return { batch, rows, whole };
}

describe('preference', () => {
  it('sums over the answer and one end mark, and over nothing of the question', async () => {
    const { model, source } = await open();
    const { batch, rows, whole } = answerLogProbs(model, source);
    expect(countTargets(batch)).toBe(rows * (3 + 1));
    const logits = batchLogits(model, batch, null);
    const logProbs = tf.logSoftmax(logits).dataSync();
    const n_vocab = model.compiled.sizes.n_vocab;
    let sum = 0;
    for (const [i, target] of batch.targets.values.entries())
      if (target >= 0) sum += logProbs[i * n_vocab + target] ?? Number.NaN;
    expect(whole.dataSync()[0]).toBeCloseTo(sum, 3);
  });

  it('loses ln 2 while policy and reference are the same, and moves the policy alone', async () => {
    const { model, source } = await open();
    const beta = 0.1;
    const chosen = trainBatch(source, 1);
    const rejected = trainBatch(source, 2);
    const names = [...model.weights.keys()];
    const reference: Weights = new Map([...model.weights].map(([name, W]) => [name, tf.clone(W)]));
    const logProb = (weights: Weights, batch: typeof chosen) =>
      tf.mul(batchLoss({ ...model, weights }, batch, null, 1), -1);
    // Numbers, not tensors: nothing flows back into the reference.
    const fixed = [chosen, rejected].map((batch) => logProb(reference, batch).dataSync()[0] ?? 0);
    const loss = (...tensors: Tensor[]) => {
      const policy = new Map(names.map((name, i) => [name, tensors[i] ?? tf.scalar(0)]));
      const [c = 0, r = 0] = fixed;
      const better = tf.sub(logProb(policy, chosen), c);
      const worse = tf.sub(logProb(policy, rejected), r);
      return tf.softplus(tf.mul(tf.sub(worse, better), beta)) as tf.Scalar; // −ln σ(β · margin)
    };
    const policy = [...model.weights.values()];
    const { value, grads } = tf.valueAndGrads(loss)(policy);
    expect(value.dataSync()[0]).toBeCloseTo(Math.LN2, 6);
    const kept = [...reference.values()].map((W) => Array.from(W.dataSync()));
    const moved = policy.map((W, i) => tf.sub(W, tf.mul(grads[i] ?? tf.scalar(0), 0.05)));
    expect(loss(...moved).dataSync()[0]).toBeLessThan(Math.LN2 - 1e-3);
    expect([...reference.values()].map((W) => Array.from(W.dataSync()))).toEqual(kept);
  });
});
