import type { AttentionView } from '../contract/trainer';
import { forward } from '../graph/model';
import type { Tensor } from '../tensor/ops';
import type { DrawnModel } from './drawnModel';

const PATTERN = '.pattern';

/**
 * The attention patterns of one sentence, of every attention of the model in order.
 *
 * ids: at most n_ctx of them · pieces: how each is shown · step: how far the weights are trained.
 */
export function inspectAttention(
  { compiled, ops, weights }: DrawnModel,
  ids: Int32Array,
  pieces: readonly string[],
  step: number,
): AttentionView {
  const layers: AttentionView['layers'] = [];
  const causal = new Map(compiled.steps.map(({ name, params }) => [name, params.causal === true]));
  const keep = (name: string, value: () => Tensor) => {
    if (!name.endsWith(PATTERN)) return;
    const pattern = value(); // (1, n_heads, T, S)
    const attention = name.slice(0, -PATTERN.length);
    layers.push({
      name: attention,
      n_heads: pattern.shape[1] ?? 0,
      pattern: Float32Array.from(pattern.dataSync()),
      causal: causal.get(attention) ?? false,
    });
  };
  ops.tf.tidy(() => {
    const tokens = ops.tf.tensor2d(ids, [1, ids.length], 'int32');
    forward({ compiled, ops, weights, feeds: { tokens }, training: null, tap: keep });
  });
  return { step, tokens: [...pieces], layers };
}
