import { randomStream } from '../tensor/random';
import type { KvCache } from './kvCache';
import type { LanguageModel } from './languageModel';
import { logSoftmax, type Sampling, sampleToken } from './sampling';

/** What every way of writing is asked. */
export interface WriteOptions {
  /** Tokens to add at most. */
  readonly length: number;
  /** The token that ends the text and does not belong to it; null = only `length` does. */
  readonly end?: number | null;
  /** Keep keys and values between tokens. The tokens are the same either way. */
  readonly use_cache: boolean;
}

export interface GenerateOptions extends Sampling, WriteOptions {
  readonly seed: number;
}

/** How a text came out. */
export interface Written {
  /** ln of the probability that the model itself gives the tokens, the end included. */
  readonly logProbability: number;
  /** It came to its end before `length` ran out. */
  readonly ended: boolean;
}

/** Tokens one by one as they become certain, null for a step that made none so; at the end how likely they were. */
export type Writing<Said extends number | null = number | null> = Generator<Said, Written, void>;

/**
 * Continues a prompt, one token at a time, drawing from the model's own predictions.
 *
 * prompt: at least one id. Stops at the end token, when `length` ids came, or when the caller stops asking.
 */
export function* generate(
  model: LanguageModel,
  prompt: ArrayLike<number>,
  options: GenerateOptions,
): Writing<number> {
  const ids = Array.from(prompt);
  const random = randomStream(options.seed, 'generate');
  const cache = options.use_cache ? model.newCache() : null;
  let start = 0;
  let logP = 0;
  try {
    for (let i = 0; i < options.length; i++) {
      const from = contextStart(ids.length, model.n_ctx);
      if (from !== start) {
        start = from;
        cache?.clear();
      }
      const logits = nextLogits(model, ids.slice(start), cache);
      const id = sampleToken(logits, options, random.uniform());
      logP += logSoftmax(logits)[id] ?? 0;
      if (id === options.end) return { logProbability: logP, ended: true };
      ids.push(id);
      yield id;
    }
    return { logProbability: logP, ended: false };
  } finally {
    cache?.dispose();
  }
}

/**
 * Where the context of the token after n others begins. A window that slid by one each time would move every
 * position and make the cache worthless; so when n_ctx is full the older half is let go at once.
 */
export function contextStart(n: number, n_ctx: number): number {
  if (n <= n_ctx) return 0;
  const half = Math.max(1, Math.ceil(n_ctx / 2));
  return Math.ceil((n - n_ctx) / half) * half;
}

/** context: all ids that the model is to see; with a cache only those it does not hold yet are computed. */
function nextLogits(
  model: LanguageModel,
  context: readonly number[],
  cache: KvCache | null,
): Float32Array {
  return model.logits(Int32Array.from(context.slice(cache?.length ?? 0)), cache);
}
