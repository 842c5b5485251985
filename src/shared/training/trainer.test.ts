import * as tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../contract/checkpoint';
import { countTargets } from '../tensor/batch';
import { shardBatch, trainBatch } from './batches';
import { validate } from './evaluation';
import { addGradients, type GradientTeam, shardGradients } from './gradients';
import { openSession } from './session';
import { type TinyOptions, tinyHost } from './tiny.testing';
import { Trainer } from './trainer';

const open = (options?: TinyOptions) => openSession(tinyHost(options));
const none = { train_loss: null, val_loss: null };
const breathe = () => Promise.resolve();

async function steps(trainer: Trainer, n: number): Promise<number[]> {
  const losses: number[] = [];
  for (let i = 0; i < n; i++) losses.push((await trainer.trainStep()).train_loss);
  return losses;
}

function bits({ weights, optimizer }: Checkpoint) {
  return [...weights, ...optimizer].map(([name, { values }]) => [
    name,
    Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
  ]);
}

describe('Trainer', () => {
  it('starts at a loss of about ln n_vocab', async () => {
    const { trainer, dataset } = await open();
    const { train_loss } = await trainer.trainStep();
    expect(Math.abs(train_loss - Math.log(dataset.tokenizer.n_vocab))).toBeLessThan(0.15);
  });

  const byHeart = { lr: 3e-2, max_steps: 70, weight_decay: 0, batch_size: 2 };
  it('learns one batch by heart', async () => {
    const session = await open(byHeart);
    const { dataset } = session.source;
    const source = { ...session.source, dataset: { ...dataset, train: () => dataset.train(1, 0) } };
    const { where, model, team } = session;
    const settings = tinyHost(byHeart).run.settings;
    const trainer = new Trainer({ where, model, source, settings, team });
    expect((await steps(trainer, 70)).at(-1)).toBeLessThan(0.05);
  });

  it('leaves a weight that is not trainable as it starts, and its gradient out of the norm', async () => {
    const { where, model, source, team } = await open();
    const frozen = model.compiled.weights.map((weight) => ({
      ...weight,
      trainable: weight.name !== 'tokenEmbedding.W_E',
    }));
    const settings = tinyHost().run.settings;
    const compiled = { ...model.compiled, weights: frozen };
    const part = new Trainer({ where, model: { ...model, compiled }, source, settings, team });
    const whole = (await open()).trainer;
    const before = part.checkpoint(none).weights;
    const norm = (await part.trainStep()).grad_norm;
    expect(norm).toBeLessThan((await whole.trainStep()).grad_norm);
    const moved = [...part.checkpoint(none).weights].flatMap(([name, { values }]) =>
      values.some((value, i) => value !== before.get(name)?.values[i]) ? [name] : [],
    );
    expect(moved).toEqual(frozen.flatMap(({ name, trainable }) => (trainable ? [name] : [])));
    expect(moved.length).toBe(frozen.length - 1);
  });

  it('gives the same bits for the same seed, and others for another', async () => {
    const [a, b, c] = [await open(), await open(), await open({ seed: 2 })];
    expect(await steps(a.trainer, 5)).toEqual(await steps(b.trainer, 5));
    expect(bits(a.trainer.checkpoint(none))).toEqual(bits(b.trainer.checkpoint(none)));
    expect(await steps(c.trainer, 5)).not.toEqual(await steps(a.trainer, 5));
  });

  it.each([
    ['adamW', { optimizer: 'adamW' }],
    ['SGD with momentum', { optimizer: 'sgd' }],
    ['plain SGD', { optimizer: 'sgd', momentum: 0 }],
    ['Lion', { optimizer: 'lion' }],
  ] as const)('goes on from a checkpoint as if never stopped: %s', async (_, optimizer) => {
    const options = { ...optimizer, dropout: 0.2, label_smoothing: 0.1 };
    const whole = await open(options);
    const uninterrupted = await steps(whole.trainer, 9);
    const host = tinyHost(options);
    const first = await openSession(host);
    const before = await steps(first.trainer, 4);
    await host.saveCheckpoint(first.trainer.checkpoint(none));
    const second = await openSession(host);
    expect(second.trainer.step).toBe(4);
    expect([...before, ...(await steps(second.trainer, 5))]).toEqual(uninterrupted);
    expect(bits(second.trainer.checkpoint(none))).toEqual(bits(whole.trainer.checkpoint(none)));
  });

  it('takes the same batches when it makes them ahead of time', async () => {
    const given = { accumulation_steps: 2, dropout: 0.1 };
    const [alone, ahead] = [await open(given), await open(given)];
    const { where, model, team, source } = ahead;
    const eager: GradientTeam = {
      close: () => team.close(),
      compute(step, shards, meanwhile) {
        meanwhile?.();
        return team.compute(step, shards);
      },
    };
    const { settings } = tinyHost(given).run;
    const trainer = new Trainer({ where, model, source, settings, team: eager });
    expect(await steps(trainer, 6)).toEqual(await steps(alone.trainer, 6));
  });

  it('does not depend on who computes the shards, nor in which order they are done', async () => {
    const alone = await open({ dropout: 0.1 });
    const other = await open({ dropout: 0.1 });
    const { model, where, source } = other;
    const team: GradientTeam = {
      async compute(step, shards) {
        const parts = [...shards].reverse().map((shard) => shardGradients(model, step, shard));
        return parts.reverse().reduce((sum, part) => addGradients(model.backend, sum, part));
      },
      close: () => Promise.resolve(),
    };
    const { settings } = tinyHost({ dropout: 0.1 }).run;
    const trainer = new Trainer({ where, model, source, settings, team });
    expect(await steps(trainer, 4)).toEqual(await steps(alone.trainer, 4));
  });

  it('adds the shards of a batch up to its mean loss and gradient', async () => {
    const { model, source } = await open();
    const batch = trainBatch(source, 1);
    const count = countTargets(batch);
    const whole = shardGradients(model, 1, { batch, firstExample: 0, count });
    const parts = shardBatch(batch, 2)
      .map((shard) => shardGradients(model, 1, shard))
      .reduce((sum, part) => addGradients(model.backend, sum, part));
    expect(parts.loss).toBeCloseTo(whole.loss, 5);
    for (const [i, gradient] of parts.gradients.entries()) {
      const expected = await whole.gradients[i]?.data();
      const difference = (await gradient.data()).map((g, k) => Math.abs(g - (expected?.[k] ?? 9)));
      expect(Math.max(...difference)).toBeLessThan(1e-6);
    }
  });

  it('gives the same weights for two batches of 4 as for one of 8', async () => {
    const large = await open({ batch_size: 8 });
    const twice = await open({ batch_size: 4, accumulation_steps: 2 });
    const [expected, losses] = [await steps(large.trainer, 3), await steps(twice.trainer, 3)];
    losses.forEach((loss, i) => {
      expect(loss).toBeCloseTo(expected[i] ?? 0, 4);
    });
  });

  it('keeps the number of tensors constant from step to step', async () => {
    const { trainer, model, source } = await open({ dropout: 0.1 });
    await trainer.trainStep();
    const before = tf.memory().numTensors;
    await steps(trainer, 3);
    await validate(model, source, 2, breathe);
    trainer.checkpoint(none);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('scales gradients down to grad_clip', async () => {
    const clipped = await open({ optimizer: 'sgd', momentum: 0, weight_decay: 0, grad_clip: 1e-3 });
    const before = clipped.trainer.checkpoint(none);
    const { lr, grad_norm } = await clipped.trainer.trainStep();
    const after = clipped.trainer.checkpoint(none);
    let squares = 0;
    for (const [name, { values }] of after.weights) {
      const old = before.weights.get(name)?.values;
      values.forEach((value, i) => {
        squares += (value - (old?.[i] ?? 0)) ** 2;
      });
    }
    expect(grad_norm).toBeGreaterThan(1e-3);
    expect(Math.sqrt(squares) / (lr * 1e-3)).toBeCloseTo(1, 2);
  });

  it('decays matrices, and neither norms nor biases', async () => {
    const { trainer, model } = await open({
      optimizer: 'sgd',
      momentum: 0,
      weight_decay: 10,
      lr: 1e-6,
      warmup_steps: 0,
      schedule: 'constant',
    });
    const norm = [...model.weights.keys()].find((name) => name.endsWith('gain')) ?? '';
    const matrix = [...model.weights.keys()].find((name) => name.endsWith('W_Q')) ?? '';
    const decays = new Map(model.compiled.weights.map(({ name, decay }) => [name, decay]));
    expect([decays.get(norm), decays.get(matrix)]).toEqual([false, true]);
    const before = trainer.checkpoint(none).weights.get(norm)?.values;
    await steps(trainer, 1);
    expect(trainer.checkpoint(none).weights.get(norm)?.values[0]).toBeCloseTo(before?.[0] ?? 9, 5);
  });

  it('refuses a checkpoint of another drawing, naming the weight', async () => {
    const { trainer } = await open();
    const checkpoint = trainer.checkpoint(none);
    const weights = new Map(checkpoint.weights);
    weights.delete('finalNorm.gain');
    expect(() => trainer.restore({ ...checkpoint, weights })).toThrow(
      'Run "tiny": the model needs finalNorm.gain (16), but the checkpoint of step 0 lacks it. Start a new run with this drawing.',
    );
  });
});

describe('divergence', () => {
  it('stops at the step where the loss breaks, and names the first tensor', async () => {
    const { trainer, model } = await open();
    await trainer.trainStep();
    const attention = model.weights.get('decoder.0.attention.W_V');
    if (attention === undefined) throw new Error('no such weight');
    const values = model.backend.optimizerOps.read(attention).map((w) => Math.sign(w) * 3e38);
    model.backend.optimizerOps.write(attention, values);
    await expect(trainer.trainStep()).rejects.toThrow(
      /^Run "tiny": the loss became NaN at step 2 \(lr 0\.01\), first in decoder\.0\.attention\.\w+\. Lower the learning rate or clip gradients\.$/,
    );
    expect(trainer.step).toBe(1);
  });

  it('names a weight that broke by itself', async () => {
    const { trainer, model } = await open();
    const gain = model.weights.get('finalNorm.gain');
    if (gain === undefined) throw new Error('no such weight');
    model.backend.optimizerOps.write(gain, new Float32Array(16).fill(Number.POSITIVE_INFINITY));
    await expect(trainer.trainStep()).rejects.toThrow('first in finalNorm.gain.');
  });
});
