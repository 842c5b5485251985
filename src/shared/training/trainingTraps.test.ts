import * as tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../datasets/dataset';
import { findTask } from '../datasets/registry';
import { openTask } from '../datasets/task';
import { templates, tinyGpt } from '../graph/templates';
import { nextToken } from '../objectives/nextToken';
import { seq2seq } from '../objectives/seq2seq';
import { countTargets, type Example } from '../tensor/batch';
import type { Tensor } from '../tensor/ops';
import { noise, openArm } from './arms.testing';
import { trainBatch, valBatches } from './batches';
import { validate } from './evaluation';
import { batchLogits, shardGradients, type TrainedModel } from './gradients';
import { cpuBackend } from './tiny.testing';

const tiny = { n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 };
const rest = () => Promise.resolve();
const none = new Int32Array(0);
const pairSpecials = ['<bos>', '<eos>', '<sep>'];
const translation = () => openTask(findTask('translation'), {}, []);

describe('random tokens', () => {
  const arms = [
    ['a decoder', tinyGpt(tiny), nextToken, []],
    ['an encoder-decoder', templates.transformer2017.make(tiny), seq2seq, pairSpecials],
  ] as const;

  it.each(arms)(
    'stay unpredictable for %s, however long it trains',
    async (_, drawing, objective, specials) => {
      const n_symbols = 8;
      const dataset = noise(n_symbols, objective === nextToken ? 9 : 7, specials);
      const arm = openArm(await cpuBackend(), {
        drawing,
        dataset,
        objective,
        settings: { batch_size: 16, max_steps: 60 },
      });
      for (let i = 0; i < 60; i++) await arm.trainer.trainStep();
      const { loss } = await validate(arm.model, arm.source, 100, rest);
      // After seven symbols that nobody can know comes an end mark that is sure.
      const least = objective === nextToken ? Math.log(n_symbols) : (7 / 8) * Math.log(n_symbols);
      expect(loss).toBeGreaterThan(least - 0.02);
      expect(loss).toBeLessThan(least + 0.4);
    },
  );
});

/** The first step's gradients, by the weight's name. */
function gradientsOf(model: TrainedModel, batch: ReturnType<typeof trainBatch>) {
  const count = countTargets(batch);
  const { gradients } = shardGradients(model, 1, { batch, firstExample: 0, count });
  return new Map([...model.weights.keys()].map((name, i) => [name, gradients[i] ?? tf.scalar(0)]));
}

describe('a tied table', () => {
  it('has the gradient of both its uses', async () => {
    const backend = await cpuBackend();
    const dataset = noise(8, 9, []);
    const open = (tied: boolean) =>
      openArm(backend, { drawing: tinyGpt({ ...tiny, tied }), dataset, objective: nextToken });
    const [tied, free] = [open(true), open(false)];
    const table = tied.model.weights.get('tokenEmbedding.W_E') ?? tf.zeros([1, 1]);
    const head = free.model.weights.get('unembedding.W_U') ?? tf.zeros([1, 1]);
    backend.optimizerOps.write(head, backend.optimizerOps.read(tf.transpose(table)));
    const batch = trainBatch(tied.source, 1);
    const [together, apart] = [gradientsOf(tied.model, batch), gradientsOf(free.model, batch)];
    const lookup = apart.get('tokenEmbedding.W_E') ?? tf.scalar(0);
    const scores = tf.transpose(apart.get('unembedding.W_U') ?? tf.zeros([1, 1]));
    const sum = tf.add(lookup, scores).dataSync();
    const found = together.get('tokenEmbedding.W_E')?.dataSync() ?? [];
    expect(found).toHaveLength(sum.length);
    for (const [i, value] of sum.entries()) expect(found[i]).toBeCloseTo(value, 6);
    expect(Math.max(...lookup.dataSync().map(Math.abs))).toBeGreaterThan(1e-4);
  });

  it('is multiplied by √d_model where it embeds, and not where it scores', async () => {
    const { model, source } = openArm(await cpuBackend(), {
      drawing: templates.transformer2017.make(tiny),
      dataset: translation(),
      objective: seq2seq,
      settings: { n_ctx: 24 },
    });
    const batch = trainBatch(source, 1);
    const taps = new Map<string, Tensor>();
    const logits = batchLogits(model, batch, null, (name, value) => void taps.set(name, value()));
    const table = model.weights.get('tokenEmbedding.W_E') ?? tf.zeros([1, 1]);
    const { rows = 0, length = 0, values = [] } = batch.feeds.tokens ?? {};
    const ids = tf.tensor2d(values, [rows, length], 'int32');
    const far = (a: Tensor, b: Tensor) => tf.max(tf.abs(tf.sub(a, b))).dataSync()[0];
    const embedded = taps.get('scale-2.output') ?? tf.scalar(0);
    expect(far(embedded, tf.mul(tf.gather(table, ids), Math.sqrt(16)))).toBeLessThan(1e-6);
    const last = taps.get('decoder.0.norm-5.output') ?? tf.zeros([1, 1, 16]);
    const scores = tf.matMul(tf.reshape(last, [-1, 16]), table, false, true);
    expect(far(tf.reshape(logits, scores.shape as [number, number]), scores)).toBeLessThan(1e-5);
  });
});

describe('batches that make one step together', () => {
  it('count by their targets, not by their number: answers of different lengths', async () => {
    const backend = await cpuBackend();
    const open = (batch_size: number, accumulation_steps: number) =>
      openArm(backend, {
        drawing: templates.transformer2017.make(tiny),
        dataset: translation(),
        objective: seq2seq,
        settings: { n_ctx: 24, batch_size, accumulation_steps },
      });
    const [one, two] = [open(8, 1), open(4, 2)];
    const { targets } = trainBatch(two.source, 1);
    const counts = [0, 4].map(
      (row) =>
        targets.values
          .subarray(row * targets.length, (row + 4) * targets.length)
          .filter((t) => t >= 0).length,
    );
    expect(counts[0]).not.toBe(counts[1]);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [await one.trainer.trainStep(), await two.trainer.trainStep()];
      expect(b.train_loss).toBeCloseTo(a.train_loss, 5);
      expect(b.grad_norm).toBeCloseTo(a.grad_norm, 4);
    }
  });
});

describe('dropout', () => {
  it('keeps the mean: what is left is made larger', async () => {
    const { ops } = await cpuBackend();
    for (const rate of [0.1, 0.5, 0.9]) {
      const kept = ops.dropout(tf.ones([50, 400]), { rate, key: 3, firstExample: 0 });
      const [mean = 0] = tf.mean(kept).dataSync();
      expect(Math.abs(mean - 1)).toBeLessThan(5 * Math.sqrt(rate / (1 - rate) / 20_000));
    }
  });
});

/** The answer to a source, the likeliest token each time, without its end mark. */
function greedy(
  model: TrainedModel,
  source: ArrayLike<number>,
  specials: ReadonlyMap<string, number>,
): number[] {
  const row = (ids: ArrayLike<number>) => ({
    rows: 1,
    length: ids.length,
    values: Int32Array.from(ids),
  });
  const told = [specials.get('<bos>') ?? 0];
  for (let i = 0; i < 6; i++) {
    const id = tf.tidy(() => {
      const feeds = { source: row(source), tokens: row(told) };
      const logits = batchLogits(model, { feeds, padding: {}, targets: row([]) }, null);
      return tf.argMax(logits, -1).dataSync().at(-1) ?? 0;
    });
    if (id === specials.get('<eos>')) break;
    told.push(id);
  }
  return told.slice(1);
}

/** Pairs of one to three symbols, so that in a batch the shorter ones are padded. */
function unequalCopies(): Dataset {
  const whole = openTask(findTask('copy'), { length: 3, n_symbols: 3 }, []);
  const cut = ({ source = none, tokens = none }: Example, i: number): Example => ({
    source: source.subarray(0, 1 + (i % 3)),
    tokens: tokens.subarray(0, 1 + (i % 3)),
  });
  return { ...whole, train: (seed, i) => cut(whole.train(seed, i), i) };
}

describe('exact match', () => {
  it('counts the answers that greedy decoding gives up to the end mark, and no others', async () => {
    const dataset = unequalCopies();
    const arm = openArm(await cpuBackend(), {
      drawing: templates.transformer2017.make(tiny),
      dataset,
      objective: seq2seq,
      settings: { batch_size: 16, lr: 5e-3 },
    });
    const n = 48;
    // Of the training questions: sixteen are too few to learn what copying is.
    const question = (i: number) => dataset.train(2, i);
    const part = { ...dataset, n_val_examples: n, val: question };
    const asked = { ...arm.source, dataset: part };
    expect([...valBatches(asked, n)][0]).toHaveProperty('padding.tokens');
    let found = { exact: 0 };
    for (let i = 0; i < 40 && (found.exact < 0.2 || found.exact > 0.95); i++) {
      for (let step = 0; step < 10; step++) await arm.trainer.trainStep();
      found = await validate(arm.model, asked, n, rest);
    }
    let right = 0;
    for (let i = 0; i < n; i++) {
      const { source = [], tokens = [] } = question(i);
      const answer = greedy(arm.model, source, dataset.tokenizer.specials);
      if (answer.join() === Array.from(tokens).join()) right++;
    }
    expect(found.exact).toBeGreaterThan(0.1);
    expect(found.exact).toBeLessThan(1);
    expect(right / n).toBeCloseTo(found.exact, 6);
  });
});
