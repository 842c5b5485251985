import type { Compiled } from '../graph/compiled';
import { forward } from '../graph/model';
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
export function languageModel(
  { compiled, ops, weights }: DrawnModel,
  source: Int32Array | null = null,
): LanguageModel {
  const { tf } = ops;
  return {
    n_ctx: compiled.sizes.n_ctx,
    n_vocab: compiled.sizes.n_vocab,
    newCache: () => (isCausal(compiled) ? createKvCache(ops) : null),
    logits(ids, cache) {
      const last = tf.tidy(() => {
        const tokens = tf.tensor2d(ids, [1, ids.length], 'int32');
        const logits = forward({
          compiled,
          ops,
          weights,
          feeds: source
            ? { tokens, source: tf.tensor2d(source, [1, source.length], 'int32') }
            : { tokens },
          training: null,
          cache,
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

/** Whether no position sees a later one, as far as the attentions of a drawing tell. */
function isCausal({ steps }: Compiled): boolean {
  return steps.every(({ block, params }) => block.group !== 'attention' || params.causal === true);
}
