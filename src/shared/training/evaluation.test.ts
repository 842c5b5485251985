import { describe, expect, it } from 'vitest';
import { finalEvalBatches, validate } from './evaluation';
import { openSession } from './session';
import { tinyHost } from './tiny.testing';

const breathe = () => Promise.resolve();

describe('finalEvalBatches', () => {
  it('looks at about 50,000 tokens, and at no fewer batches than on the way', () => {
    expect(finalEvalBatches({ batch_size: 12, n_ctx: 64, eval_batches: 8 })).toBe(66);
    expect(finalEvalBatches({ batch_size: 100, n_ctx: 500, eval_batches: 8 })).toBe(8);
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

  it('leaves dropout and label smoothing out', async () => {
    const plain = await openSession(tinyHost());
    const noisy = await openSession(tinyHost({ dropout: 0.5, label_smoothing: 0.3 }));
    const a = await validate(plain.model, plain.source, 2, breathe);
    const b = await validate(noisy.model, noisy.source, 2, breathe);
    expect(b.loss).toBeCloseTo(a.loss, 6);
  });
});
