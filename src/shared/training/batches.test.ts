import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../datasets/dataset';
import { nextToken } from '../objectives/nextToken';
import { fitTokenizer } from '../tokenizers/registry';
import { type BatchSource, shardBatch, trainBatch, valBatches } from './batches';

/** Example i holds i in every token, so that a batch tells which examples it took. */
function numbered(n_val_examples: number, batch_size: number): BatchSource {
  const example = (i: number) => ({ tokens: new Int32Array(3).fill(i) });
  const dataset: Dataset = {
    tokenizer: fitTokenizer('byte', ''),
    n_labels: 0,
    train: (_, i) => example(i),
    n_val_examples,
    val: example,
  };
  const settings = { seed: 1, batch_size, accumulation_steps: 1, n_ctx: 2 };
  return { dataset, objective: nextToken, settings };
}

const rowsOf = (values: Int32Array) => Array.from(values.filter((_, i) => i % 2 === 0));

describe('trainBatch', () => {
  it('takes each example once, step after step', () => {
    const source = numbered(10, 3);
    const rows = [1, 2, 3].flatMap((step) =>
      rowsOf(trainBatch(source, step).feeds.tokens?.values ?? new Int32Array(0)),
    );
    expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('valBatches', () => {
  it('takes no example twice, spread over the whole part, and all of them when asked for more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 7 }), (n, size) => {
        const batches = [...valBatches(numbered(n, size), 4)];
        const rows = batches.flatMap(({ targets }) => rowsOf(targets.values));
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.length).toBe(Math.min(n, 4 * size));
        expect(rows.every((row) => row >= 0 && row < n)).toBe(true);
        expect((rows[0] ?? 0) + (rows.at(-1) ?? 0)).toBeGreaterThanOrEqual(n - 1 - n / rows.length);
      }),
    );
  });
});

describe('shardBatch', () => {
  it('cuts without losing or doubling an example, whatever the size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 6 }), (rows, n) => {
        const shards = shardBatch(trainBatch(numbered(1, rows), 1), n);
        expect(shards.flatMap(({ batch }) => rowsOf(batch.targets.values))).toEqual(
          Array.from({ length: rows }, (_, i) => i),
        );
        for (const { batch, firstExample, count } of shards) {
          expect(batch.targets.values[0]).toBe(firstExample);
          expect(count).toBe(rows * 2);
        }
      }),
    );
  });
});
