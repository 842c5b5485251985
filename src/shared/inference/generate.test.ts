import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextStart, generate } from './generate';
import type { KvCache } from './kvCache';
import { chainModel, sumModel } from './made.testing';

const options = { length: 40, temperature: 1, top_k: 0, seed: 5, use_cache: true };

describe('generate', () => {
  it('gives the same tokens with and without a cache, also past n_ctx', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 1000 }),
        (n_ctx, prompt, seed) => {
          const cached = [...generate(sumModel(n_ctx), prompt, { ...options, seed })];
          const plain = [
            ...generate(sumModel(n_ctx), prompt, { ...options, seed, use_cache: false }),
          ];
          expect(cached).toEqual(plain);
          expect(cached).toHaveLength(40);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('computes one position a token while the cache holds', () => {
    const model = sumModel(8);
    for (const _ of generate(model, [1, 2, 3], { ...options, length: 6 }));
    expect(model.seen).toEqual([3, 1, 1, 1, 1, 1]);
  });

  it('never shows the model more than n_ctx positions, nor fewer than half once they are there', () => {
    for (let n = 1; n < 100; n++) {
      const kept = n - contextStart(n, 8);
      expect(kept).toBeLessThanOrEqual(8);
      expect(kept).toBeGreaterThanOrEqual(Math.min(n, 5));
    }
  });

  it('draws the same tokens from the same seed and others from another', () => {
    const draw = (seed: number) => [
      ...generate(sumModel(8), [1], { ...options, seed, temperature: 3 }),
    ];
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('lets its cache go when the caller stops early', () => {
    const model = sumModel(8);
    const caches: KvCache[] = [];
    const spied = {
      ...model,
      newCache() {
        const cache = model.newCache();
        if (cache !== null) caches.push(cache);
        return cache;
      },
    };
    for (const _ of generate(spied, [1, 2], options)) break;
    expect(caches.map(({ length }) => length)).toEqual([0]);
  });

  it('stops at the end token without saying it, and tells how likely all of it was', () => {
    // 1 → 2 → 0, and 0 is the end.
    const model = chainModel([
      [0.1, 0.2, 0.7],
      [0.2, 0.2, 0.6],
      [0.5, 0.3, 0.2],
    ]);
    const writing = generate(model, [1], { ...options, temperature: 0, end: 0 });
    const ids: number[] = [];
    let step = writing.next();
    for (; !step.done; step = writing.next()) ids.push(step.value);
    expect(ids).toEqual([2]);
    expect(step.value.ended).toBe(true);
    expect(step.value.logProbability).toBeCloseTo(Math.log(0.6 * 0.5), 5);
  });
});
