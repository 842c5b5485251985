import { randomStream } from '../tensor/random';
import type { KvCache } from './kvCache';
import type { LanguageModel } from './languageModel';
import { type Sampling, sampleToken } from './sampling';

export interface GenerateOptions extends Sampling {
  /** Tokens to add. */
  readonly length: number;
  readonly seed: number;
  /** Keep keys and values between tokens. The tokens are the same either way. */
  readonly use_cache: boolean;
}

/**
 * Continues a prompt, one token at a time, drawing from the model's own predictions.
 *
 * prompt: at least one id. Stops when `length` ids came, or when the caller stops asking.
 */
export function* generate(
  model: LanguageModel,
  prompt: ArrayLike<number>,
  options: GenerateOptions,
): Generator<number, void, void> {
  const ids = Array.from(prompt);
  const random = randomStream(options.seed, 'generate');
  const cache = options.use_cache ? model.newCache() : null;
  let start = 0;
  try {
    for (let i = 0; i < options.length; i++) {
      const from = contextStart(ids.length, model.n_ctx);
      if (from !== start) {
        start = from;
        cache?.dispose();
      }
      const id = sampleToken(nextLogits(model, ids.slice(start), cache), options, random.uniform());
      ids.push(id);
      yield id;
    }
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

function nextLogits(model: LanguageModel, context: readonly number[], cache: KvCache | null) {
  return model.logits(Int32Array.from(context.slice(cache?.length ?? 0)), cache);
}
