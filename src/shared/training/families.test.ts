import * as tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import { type Drawing, settingsSchema, type TaskChoice } from '../contract/project';
import { draw } from '../graph/parts';
import { templates } from '../graph/templates';
import { ask } from './asking';
import { validate } from './evaluation';
import { sampleText } from './sample';
import { openSession } from './session';
import { tinyHost } from './tiny.testing';
import { Trainer } from './trainer';

const tiny = { n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 };

function hostFor(objective: string, drawing: Drawing, task: TaskChoice | null) {
  const host = tinyHost();
  const settings = settingsSchema.parse({
    ...host.run.settings,
    objective,
    n_ctx: 24,
    batch_size: 8,
    max_steps: 60,
    lr: 1e-2,
  });
  return { ...host, run: { ...host.run, drawing, settings, task } };
}

/** An encoder whose end is a classifier, over the whole sequence or over each token. */
function labeller(n_classes: number, pooled: boolean): Drawing {
  const n_heads = 2;
  return draw(
    [
      { id: 'tokens', type: 'tokens' },
      { id: 'tokenEmbedding', type: 'tokenEmbedding', params: { d_model: 16 }, from: 'tokens' },
      { id: 'position', type: 'learnedPosition', from: 'tokenEmbedding' },
      {
        id: 'attention',
        type: 'selfAttention',
        params: { n_heads, causal: false },
        from: 'position',
      },
      { id: 'residual', type: 'residualAdd', from: { x: 'position', branch: 'attention' } },
      ...(pooled ? [{ id: 'pooling', type: 'pooling', from: 'residual' }] : []),
      {
        id: 'classifier',
        type: 'classifier',
        params: { n_classes },
        from: pooled ? 'pooling' : 'residual',
      },
    ],
    {},
  );
}

const reverse = { type: 'reverse', params: { length: 3, n_symbols: 6 } };
const cases: [string, string, Drawing, TaskChoice | null, number][] = [
  ['GPT on pairs', 'nextToken', templates.gpt2.make(tiny), reverse, 9],
  [
    'LLaMA on sequences',
    'nextToken',
    templates.llama.make(tiny),
    { type: 'induction', params: { length: 16, n_symbols: 6 } },
    6,
  ],
  ['BERT on a task', 'maskedToken', templates.bert.make(tiny), { type: 'cloze', params: {} }, 11],
  ['the 2017 Transformer', 'seq2seq', templates.transformer2017.make(tiny), reverse, 9],
  ['T5 on sentences', 'seq2seq', templates.t5.make(tiny), { type: 'translation', params: {} }, 84],
  [
    'a classifier of sequences',
    'sequenceLabel',
    labeller(2, true),
    { type: 'whichFirst', params: {} },
    2,
  ],
  [
    'a classifier of tokens',
    'tokenLabel',
    labeller(16, false),
    { type: 'recall', params: { length: 16 } },
    16,
  ],
  [
    'a classifier of tokens, four at a time',
    'tokenLabel',
    labeller(64, false),
    { type: 'stripes', params: { length: 16 } },
    16,
  ],
];

describe.each(cases)('%s', (_name, objective, drawing, task, n_classes) => {
  const open = () => openSession(hostFor(objective, drawing, task));

  it('starts at ln of the number of classes, and learns', async () => {
    const session = await open();
    const { dataset } = session.source;
    // Eight examples again and again: what they hold can be learned by heart, whatever the task.
    const eight = { ...dataset, train: (_seed: number, i: number) => dataset.train(1, i % 8) };
    const source = { ...session.source, dataset: eight };
    const { settings } = hostFor(objective, drawing, task).run;
    const trainer = new Trainer({ ...session, source, settings });
    const first = await trainer.trainStep();
    const expected =
      objective === 'nextToken' || objective === 'seq2seq' ? dataset.tokenizer.n_vocab : n_classes;
    expect(Math.abs(first.train_loss - Math.log(expected))).toBeLessThan(0.8);
    let last = first;
    for (let i = 0; i < 40; i++) last = await trainer.trainStep();
    expect(last.train_loss).toBeLessThan(0.85 * first.train_loss);
  });

  it('keeps no tensor, and counts what is right', async () => {
    const { trainer, model, source } = await open();
    await trainer.trainStep();
    const before = tf.memory().numTensors;
    await trainer.trainStep();
    const result = await validate(model, source, 2, () => Promise.resolve());
    expect(tf.memory().numTensors).toBe(before);
    expect(result.accuracy).toBeGreaterThanOrEqual(0);
    expect(result.exact).toBeLessThanOrEqual(result.accuracy + 1e-9);
  });
});

describe('padding', () => {
  it('changes neither loss nor predictions when a longer example stands beside', async () => {
    const host = hostFor('seq2seq', templates.transformer2017.make(tiny), {
      type: 'translation',
      params: {},
    });
    const session = await openSession(host);
    const { dataset } = session.source;
    const loss = async (numbers: number[]) => {
      const one = {
        ...dataset,
        n_val_examples: numbers.length,
        val: (i: number) => dataset.val(numbers[i] ?? 0),
      };
      const source = { ...session.source, dataset: one };
      const { loss: mean } = await validate(session.model, source, 1, () => Promise.resolve());
      const n = numbers.reduce((sum, i) => sum + (dataset.val(i).tokens?.length ?? 0) + 1, 0);
      return mean * n;
    };
    const alone = [await loss([0]), await loss([1]), await loss([2])];
    const together = await loss([0, 1, 2]);
    expect(together).toBeCloseTo(
      alone.reduce((a, b) => a + b),
      3,
    );
  });
});

describe('asking', () => {
  it('translates until the end mark, greedily as validation counts', async () => {
    const host = hostFor('seq2seq', templates.transformer2017.make({ ...tiny, d_model: 32 }), {
      type: 'copy',
      params: { length: 1, n_symbols: 20 },
    });
    const session = await openSession(host);
    for (let i = 0; i < 20; i++) await session.trainer.trainStep();
    const asked = ask(session, [5]);
    expect(asked?.ids).toEqual([session.dataset.tokenizer.specials.get('<bos>')]);
    const sample = await sampleText(session, host, () => Promise.resolve());
    expect(sample).toMatch(/^\S → /);
  });

  it('makes no text of a model that labels', async () => {
    const host = hostFor('sequenceLabel', labeller(2, true), { type: 'whichFirst', params: {} });
    const session = await openSession(host);
    expect(ask(session, [5])).toBeNull();
    expect(await sampleText(session, host, () => Promise.resolve())).toBeNull();
  });
});

describe('what does not fit together', () => {
  const attempt = (objective: string, drawing: Drawing, task: TaskChoice | null) =>
    openSession(hostFor(objective, drawing, task));

  it('is said of inputs', async () => {
    await expect(attempt('seq2seq', templates.gpt2.make(tiny), reverse)).rejects.toThrow(
      'Drawing: Sequence to sequence feeds source tokens, but no block reads them. Place the block Source tokens and wire it on, or choose another objective.',
    );
  });

  it('is said of objectives', async () => {
    await expect(attempt('maskedToken', templates.bert.make(tiny), reverse)).rejects.toThrow(
      'Reverse: this data cannot be asked that way. Choose the objective Next token, Sequence to sequence.',
    );
    await expect(attempt('tokenLabel', templates.bert.make(tiny), null)).rejects.toThrow(
      'cats.txt: this data cannot be asked that way. Choose the objective Next token, Masked token.',
    );
  });
});
