import type { Drawing } from '../contract/project';
import type { TemplateOptions } from './decoders';
import { draw } from './parts';
import { type LayerStyle, type PartParams, Sketch } from './sketch';

/** Drawings with an encoder: alone, or with a decoder that looks at its memory. */

/**
 * BERT at a size for a laptop: post-norm, looking to both sides, GELU, a bias for every token at the end.
 * Sentence pairs and the extra matrix before the unembedding are left out.
 * @see Devlin et al. 2019, BERT, §3
 */
export function bert(options: TemplateOptions = {}): Drawing {
  const { n_layers = 2, n_heads = 4, d_model = 64, dropout = 0.1, tied = true } = options;
  const sketch = new Sketch();
  const tokens = sketch.add({ type: 'tokens' });
  const embedded = sketch.add({ type: 'tokenEmbedding', params: { d_model }, from: tokens });
  const placed = sketch.add({ type: 'learnedPosition', from: embedded }, { id: 'position' });
  const normed = sketch.add({ type: 'layerNorm', from: placed }, { id: 'embeddingNorm' });
  const stream = sketch.dropout(dropout, normed, false);
  sketch.at('encoder', 0);
  const encoded = sketch.layer(stream, {
    norm: 'layerNorm',
    normFirst: false,
    attention: { n_heads, dropout, causal: false },
    cross: null,
    feedForward: { activation: 'gelu' },
    dropout,
  });
  sketch.at(null, 0);
  sketch.add({ type: 'unembedding', params: { tied, bias: true }, from: encoded });
  return draw(sketch.parts, { encoder: n_layers });
}

interface TwoStacks {
  readonly n_layers: number;
  readonly dropout: number;
  readonly tied: boolean;
  /** Params of both embeddings; the target's shares the table of the source's. */
  readonly embedding: PartParams;
  /** Between the embedding and the first layer. */
  readonly afterEmbedding: readonly string[];
  readonly encoder: LayerStyle;
  readonly decoder: LayerStyle;
}

/**
 * The first Transformer: post-norm, sinusoidal positions, embeddings times √d_model, one table for source, target
 * and the end. Its base model is `{ n_layers: 6, n_heads: 8, d_model: 512 }`.
 * @see Vaswani et al. 2017, Attention Is All You Need, §3
 */
export function transformer2017(options: TemplateOptions = {}): Drawing {
  const { n_layers = 2, n_heads = 4, d_model = 64, dropout = 0.1, tied = true } = options;
  const std = Number((1 / Math.sqrt(d_model)).toPrecision(4));
  const attention = { n_heads, init: 'xavier' };
  const style: LayerStyle = {
    norm: 'layerNorm',
    normFirst: false,
    attention: { ...attention, causal: false },
    cross: null,
    feedForward: { activation: 'relu', init: 'xavier' },
    dropout,
  };
  return twoStacks({
    n_layers,
    dropout,
    tied,
    embedding: { d_model, std },
    afterEmbedding: ['scale', 'sinusoidalPosition'],
    encoder: style,
    decoder: { ...style, attention: { ...attention, causal: true }, cross: attention },
  });
}

/**
 * T5 at a size for a laptop: pre-norm by RMS, no biases, ReLU. Its learned relative positions are drawn as ALiBi.
 * @see Raffel et al. 2020, Exploring the Limits of Transfer Learning, §2.1
 */
export function t5(options: TemplateOptions = {}): Drawing {
  const { n_layers = 2, n_heads = 4, d_model = 64, dropout = 0.1, tied = true } = options;
  const attention = { n_heads, bias: false, dropout };
  const style: LayerStyle = {
    norm: 'rmsNorm',
    normFirst: true,
    attention: { ...attention, position: 'alibi', causal: false },
    cross: null,
    feedForward: { activation: 'relu', bias: false },
    dropout,
  };
  return twoStacks({
    n_layers,
    dropout,
    tied,
    embedding: { d_model },
    afterEmbedding: [],
    encoder: style,
    decoder: {
      ...style,
      attention: { ...attention, position: 'alibi', causal: true },
      cross: attention,
    },
  });
}

/** Encoder on the left, decoder on the right. */
function twoStacks(stacks: TwoStacks): Drawing {
  const sketch = new Sketch();
  const memory = stack(sketch, stacks, { side: 'encoder', lane: -3 });
  const stream = stack(sketch, stacks, { side: 'decoder', lane: 0, memory });
  sketch.add({ type: 'unembedding', params: { tied: stacks.tied }, from: stream });
  return draw(sketch.parts, { encoder: stacks.n_layers, decoder: stacks.n_layers });
}

function stack(
  sketch: Sketch,
  { dropout, embedding, afterEmbedding, encoder, decoder }: TwoStacks,
  { side, lane, memory }: { side: 'encoder' | 'decoder'; lane: number; memory?: string },
): string {
  const isEncoder = side === 'encoder';
  const style = isEncoder ? encoder : decoder;
  sketch.at(null, lane);
  const tokens = sketch.add({ type: isEncoder ? 'source' : 'tokens' });
  const params = { ...embedding, tied: !isEncoder };
  let stream = sketch.add({ type: 'tokenEmbedding', params, from: tokens });
  for (const type of afterEmbedding) stream = sketch.add({ type, from: stream });
  stream = sketch.dropout(dropout, stream, false);
  sketch.at(side, lane);
  stream = sketch.layer(stream, style, memory);
  sketch.at(null, lane);
  if (!style.norm || !style.normFirst) return stream;
  return sketch.add({ type: style.norm, from: stream }, { id: `${side}Norm` });
}
