import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import { templates } from '../graph/templates';
import { finalEvalBatches, startEvalBatches, validate } from './evaluation';
import { openSession } from './session';
import { tinyHost } from './tiny.testing';

const breathe = () => Promise.resolve();

describe('finalEvalBatches', () => {
  it('looks at about 50,000 tokens, and at no fewer batches than on the way', () => {
    expect(finalEvalBatches({ batch_size: 12, n_ctx: 64, eval_batches: 8 })).toBe(66);
    expect(finalEvalBatches({ batch_size: 100, n_ctx: 500, eval_batches: 8 })).toBe(8);
  });
});

describe('startEvalBatches', () => {
  it('looks at about 1,500 targets, and at no more batches than on the way', () => {
    expect(startEvalBatches(8, 12 * 64)).toBe(2);
    // Of a batch of labelled texts each is one target.
    expect(startEvalBatches(8, 16)).toBe(8);
  });
});

describe('validate', () => {
  it('gives the same each time, whatever the batch size', async () => {
    const small = await openSession(
      tinyHost({ batch_size: 2, dropout: 0.5, label_smoothing: 0.3 }),
    );
    const large = await openSession(
      tinyHost({ batch_size: 5, dropout: 0.5, label_smoothing: 0.3 }),
    );
    const all = (session: typeof small) => validate(session.model, session.source, 100, breathe);
    const first = await all(small);
    expect(await all(small)).toEqual(first);
    const other = await all(large);
    expect(other.loss).toBeCloseTo(first.loss, 5);
    expect(other.accuracy).toBeCloseTo(first.accuracy, 6);
  });

  it('counts pairs of unequal length the same alone and padded beside longer ones', async () => {
    const host = tinyHost();
    const settings = settingsSchema.parse({
      ...host.run.settings,
      objective: 'seq2seq',
      n_ctx: 24,
    });
    const drawing = templates.transformer2017.make({ n_layers: 1, n_heads: 2, d_model: 16 });
    const task = { type: 'translation', params: {} };
    const { model, source, trainer } = await openSession({
      ...host,
      run: { ...host.run, settings, drawing, task },
    });
    for (let i = 0; i < 10; i++) await trainer.trainStep();
    const dataset = { ...source.dataset, n_val_examples: 12 };
    const by = (batch_size: number) =>
      validate(
        model,
        { ...source, dataset, settings: { ...source.settings, batch_size } },
        12,
        breathe,
      );
    const lengths = Array.from({ length: 12 }, (_, i) => dataset.val(i).tokens?.length);
    expect(new Set(lengths).size).toBeGreaterThan(1);
    const [alone, together] = [await by(1), await by(12)];
    expect(together.loss).toBeCloseTo(alone.loss, 4);
    expect(together.accuracy).toBe(alone.accuracy);
    expect(alone.accuracy).toBeGreaterThan(0);
    expect(together.exact).toBe(alone.exact);
  });

  it('leaves dropout and label smoothing out', async () => {
    const plain = await openSession(tinyHost());
    const noisy = await openSession(tinyHost({ dropout: 0.5, label_smoothing: 0.3 }));
    const a = await validate(plain.model, plain.source, 2, breathe);
    const b = await validate(noisy.model, noisy.source, 2, breathe);
    expect(b.loss).toBeCloseTo(a.loss, 6);
  });
});
