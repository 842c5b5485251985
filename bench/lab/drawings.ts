import type { Drawing } from '@shared/contract/project';
import { draw } from '@shared/graph/parts';
import { type LayerStyle, type PartParams, Sketch } from '@shared/graph/sketch';

/** The drawings of the experiments: Xavier matrices, embeddings of deviation 1, ReLU, attention without biases. */

export type Position = 'none' | 'sinusoidal' | 'learned' | 'rope' | 'alibi';

export interface StackOptions {
  readonly d_model: number;
  readonly n_heads: number;
  readonly n_layers: number;
  readonly d_ff: number;
  readonly causal: boolean;
  readonly position: Position;
  readonly normFirst?: boolean;
  /** Rows of a table of learned positions. */
  readonly n_positions?: number;
}

const init = 'xavier';

export function layerStyle(options: StackOptions, cross = false): LayerStyle {
  const { n_heads, causal, d_ff, position, normFirst = true } = options;
  const inScores = position === 'rope' || position === 'alibi' ? position : 'none';
  const attention = { n_heads, bias: false, init };
  return {
    norm: 'layerNorm',
    normFirst,
    attention: { ...attention, causal, position: inScores },
    cross: cross ? attention : null,
    feedForward: { d_ff, activation: 'relu', init },
    dropout: 0,
  };
}

/** Embedding, positions, layers in the group `group`, and a last norm where norms come first. */
export function stack(
  sketch: Sketch,
  { input, group, memory }: { input: 'tokens' | 'source'; group: string; memory?: string },
  options: StackOptions,
): string {
  const { d_model, position, n_positions = 256, normFirst = true } = options;
  const tokens = sketch.add({ type: input });
  const embedding = { d_model, std: 1 };
  let stream = sketch.add({ type: 'tokenEmbedding', params: embedding, from: tokens });
  if (position === 'sinusoidal') stream = sketch.add({ type: 'sinusoidalPosition', from: stream });
  if (position === 'learned') {
    const params = { n_ctx: n_positions, std: 0.5 };
    stream = sketch.add({ type: 'learnedPosition', params, from: stream });
  }
  sketch.at(group, group === 'encoder' && input === 'source' ? -3 : 0);
  stream = sketch.layer(stream, layerStyle(options, memory !== undefined), memory);
  sketch.at(null, 0);
  return normFirst ? sketch.add({ type: 'layerNorm', from: stream }) : stream;
}

type End = { readonly type: string; readonly params: PartParams; readonly pooled?: 'cls' | 'mean' };

/** One stack with a head on top. */
export function oneStack(options: StackOptions, { type, params, pooled }: End): Drawing {
  const sketch = new Sketch();
  let stream = stack(sketch, { input: 'tokens', group: 'decoder' }, options);
  if (pooled) stream = sketch.add({ type: 'pooling', params: { kind: pooled }, from: stream });
  sketch.add({ type, params, from: stream });
  return draw(sketch.parts, { decoder: options.n_layers });
}

/** Logits of the vocabulary by a matrix of its own. */
export const vocabulary: End = { type: 'unembedding', params: { tied: false, bias: true, init } };

export function classes(n_classes: number, pooled?: 'cls' | 'mean'): End {
  return { type: 'classifier', params: { n_classes, init }, ...(pooled && { pooled }) };
}

/** An encoder of the source and a decoder that looks at it, each with its own table. */
export function encoderDecoder(options: Omit<StackOptions, 'causal'>): Drawing {
  const sketch = new Sketch();
  const encoder = { input: 'source', group: 'encoder' } as const;
  const memory = stack(sketch, encoder, { ...options, causal: false });
  const decoder = { input: 'tokens', group: 'decoder', memory } as const;
  const stream = stack(sketch, decoder, { ...options, causal: true });
  sketch.add({ type: vocabulary.type, params: vocabulary.params, from: stream });
  const { n_layers } = options;
  return draw(sketch.parts, { encoder: n_layers, decoder: n_layers });
}

/** Items made of a key and a value each; one position, the sum of what is asked for, looks at them with `n_heads`. */
export function lookup(n_queries: number, n_heads: number, n_values: number): Drawing {
  const sketch = new Sketch();
  const embedding = { d_model: 64, std: 1 };
  const embed = (input: string, n: number) => {
    const tokens = sketch.add({ type: input });
    const vectors = sketch.add({ type: 'tokenEmbedding', params: embedding, from: tokens });
    return n > 1 ? sketch.add({ type: 'sumNeighbours', params: { n }, from: vectors }) : vectors;
  };
  sketch.at(null, -3);
  const memory = sketch.add({ type: 'layerNorm', from: embed('source', 2) });
  sketch.at(null, 0);
  const query = embed('tokens', n_queries);
  const style = layerStyle({
    d_model: 64,
    n_heads,
    n_layers: 1,
    d_ff: 128,
    causal: false,
    position: 'none',
  });
  const cross = { n_heads, bias: false, init };
  const answered = sketch.layer(query, { ...style, attention: null, cross }, memory);
  const last = sketch.add({ type: 'layerNorm', from: answered });
  const pooled = sketch.add({ type: 'pooling', from: last });
  const { type, params } = classes(n_queries * n_values);
  sketch.add({ type, params, from: pooled });
  return draw(sketch.parts, {});
}
