import type { AttentionView } from '../contract/trainer';
import type { Step } from '../graph/compiled';
import { forward } from '../graph/model';
import type { Tensor } from '../tensor/ops';
import { partsOf } from '../tensor/shape';
import type { DrawnModel } from './drawnModel';

const PATTERN = '.pattern';

export interface Looked {
  /** By feed: `tokens`, `source`; at most n_ctx of them. */
  readonly feeds: Readonly<Record<string, Int32Array>>;
  /** How ids are shown. */
  pieces(ids: Int32Array): readonly string[];
  /** How far the weights are trained. */
  readonly step: number;
}

/** The attention patterns of one sentence, or of a source and its answer, of every attention of the model in order. */
export function inspectAttention(
  model: DrawnModel,
  { feeds, pieces, step }: Looked,
): AttentionView {
  const { compiled, ops, weights } = model;
  const layers: AttentionView['layers'] = [];
  const steps = new Map(compiled.steps.map((each) => [each.name, each]));
  const keep = (name: string, value: () => Tensor) => {
    const found = name.endsWith(PATTERN) && steps.get(name.slice(0, -PATTERN.length));
    if (!found) return;
    const pattern = value(); // (1, n_heads, T, S)
    layers.push({
      name: found.name,
      n_heads: pattern.shape[1] ?? 0,
      pattern: Float32Array.from(pattern.dataSync()),
      causal: found.params.causal === true,
      ...sidesOf(found, compiled.steps),
    });
  };
  ops.tf.tidy(() => {
    const tensors = Object.fromEntries(
      Object.entries(feeds).map(([name, ids]) => [
        name,
        ops.tf.tensor2d(ids, [1, ids.length], 'int32'), // (1, length)
      ]),
    );
    forward({ compiled, ops, weights, feeds: tensors, training: null, tap: keep });
  });
  const { tokens = new Int32Array(0), source } = feeds;
  return {
    step,
    tokens: [...pieces(tokens)],
    ...(source && { source: [...pieces(source)] }),
    layers,
  };
}

/** Whose positions attend, and to whose: told by the length that runs along the inputs, such as T, S or S/2. */
function sidesOf({ block, inputs }: Step, steps: readonly Step[]) {
  const side = (port: string | undefined) => {
    const length = steps[inputs[port ?? ''] ?? -1]?.shape[1] ?? 'T';
    const { symbol, parts } = partsOf(String(length));
    return { feed: symbol === 'S' ? ('source' as const) : ('tokens' as const), parts };
  };
  const ports = Object.keys(block.inputs);
  const memory = ports.find((port) => block.inputs[port]?.constant === true);
  const [queries, keys] = [side(ports[0]), side(memory ?? ports[0])];
  return {
    queries: queries.feed,
    keys: keys.feed,
    queryTokens: queries.parts,
    keyTokens: keys.parts,
  };
}
