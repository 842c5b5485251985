import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextStart, generate } from './generate';
import type { KvCache } from './kvCache';
import type { LanguageModel } from './languageModel';

/** Predicts (sum of the context) mod n_vocab; its cache holds the sum. */
function sumModel(n_ctx: number, n_vocab = 7): LanguageModel & { readonly seen: number[] } {
  const sums = new Map<KvCache, number>();
  const seen: number[] = [];
  return {
    n_ctx,
    n_vocab,
    seen,
    newCache() {
      const cache = {
        length: 0,
        extend: (_name: string, value: never) => value,
        advance(T: number) {
          cache.length += T;
        },
        dispose() {
          cache.length = 0;
          sums.delete(cache);
        },
      };
      return cache;
    },
    logits(ids, cache) {
      seen.push(ids.length);
      let sum = ids.reduce((a, b) => a + b, 0);
      if (cache !== null) {
        sum += sums.get(cache) ?? 0;
        sums.set(cache, sum);
        cache.advance(ids.length);
      }
      return Float32Array.from({ length: n_vocab }, (_, id) => (id === sum % n_vocab ? 3 : 0));
    },
  };
}

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
});
