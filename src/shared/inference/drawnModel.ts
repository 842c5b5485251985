import type { Compiled } from '../graph/compiled';
import { forward, forwardPart, type StepValue } from '../graph/model';
import type { Ops, Tensor } from '../tensor/ops';
import { createKvCache } from './kvCache';
import type { LanguageModel } from './languageModel';

/** A compiled drawing with its weights. */
export interface DrawnModel {
  readonly compiled: Compiled;
  readonly ops: Ops;
  readonly weights: ReadonlyMap<string, Tensor>;
}

/** Lets a drawing that feeds on `tokens`, and perhaps on a `source` to translate, be generated from. */
export function languageModel(model: DrawnModel, source: Int32Array | null = null): LanguageModel {
  const { compiled, ops } = model;
  const { tf } = ops;
  const feedOf = (ids: Int32Array) => tf.tensor2d(ids, [1, ids.length], 'int32'); // (1, length)
  const cacheable = compiled.reach.get('tokens')?.ahead.length === 0;
  return {
    n_ctx: compiled.sizes.n_ctx,
    n_vocab: compiled.sizes.n_vocab,
    newCache: () => (cacheable ? newCache(model, source) : null),
    logits(ids, cache) {
      const last = tf.tidy(() => {
        const tokens = feedOf(ids);
        const logits = forward({
          ...model,
          feeds: source ? { tokens, source: feedOf(source) } : { tokens },
          training: null,
          cache,
          ...(cache && { known: cache.known }),
        });
        return tf.slice(logits, [0, ids.length - 1, 0], [1, 1, -1]); // (1, 1, n_vocab)
      });
      cache?.advance(ids.length);
      const values = Float32Array.from(last.dataSync());
      last.dispose();
      return values;
    },
  };
}

/** An empty cache that knows the memory of the source: the encoder is computed once, here. */
function newCache(model: DrawnModel, source: Int32Array | null) {
  const { tf } = model.ops;
  if (source === null) return createKvCache(model.ops);
  const known = new Map<number, StepValue>();
  const fixed = fixedPlaces(model.compiled);
  tf.tidy(() => {
    const feeds = { source: tf.tensor2d(source, [1, source.length], 'int32') }; // (1, S)
    for (const [place, value] of forwardPart({ ...model, feeds, training: null }, fixed)) {
      tf.keep(value.output);
      known.set(place, value);
    }
  });
  return createKvCache(model.ops, known);
}

/** The places of the steps that come to the same whatever stands in `tokens`. */
function fixedPlaces({ steps, reach }: Compiled): Set<number> {
  const reached = reach.get('tokens')?.nodes;
  return new Set([...steps.keys()].filter((place) => !reached?.has(steps[place]?.node ?? '')));
}
