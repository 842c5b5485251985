import type { Writing } from './generate';
import type { KvCache } from './kvCache';
import type { LanguageModel } from './languageModel';

/** A cache that only counts. */
function countingCache(forget: () => void = () => undefined): KvCache {
  const cache = {
    length: 0,
    known: new Map(),
    extend: (_name: string, value: never) => value,
    once: (_name: string, value: () => never) => value(),
    advance(T: number) {
      cache.length += T;
    },
    fork: () => ({ ...countingCache(), length: cache.length }),
    clear() {
      cache.length = 0;
      forget();
    },
    dispose: () => cache.clear(),
  };
  return cache;
}

/** Predicts (sum of the context) mod n_vocab; its cache holds the sum. */
export function sumModel(n_ctx: number, n_vocab = 7): LanguageModel & { readonly seen: number[] } {
  const sums = new Map<KvCache, number>();
  const seen: number[] = [];
  return {
    n_ctx,
    n_vocab,
    seen,
    newCache() {
      const cache = countingCache(() => sums.delete(cache));
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

/** Predicts by the last token alone: row i holds the probabilities of what follows token i. */
export function chainModel(table: readonly (readonly number[])[]): LanguageModel {
  return {
    n_ctx: 100,
    n_vocab: table.length,
    newCache: () => null,
    logits: (ids) => Float32Array.from(table[ids.at(-1) ?? 0] ?? [], Math.log),
  };
}

/** The tokens that were said, without the steps that made none certain. */
export function tokensOf(writing: Writing): number[] {
  return [...writing].filter((id) => id !== null);
}
