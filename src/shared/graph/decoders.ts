import type { Drawing } from '../contract/project';
import { draw } from './parts';
import { type LayerStyle, Sketch } from './sketch';

/** What a template may be asked for: the names are the command line's flags too. */
export interface TemplateOptions {
  readonly n_layers?: number | undefined;
  readonly n_heads?: number | undefined;
  readonly d_model?: number | undefined;
  readonly position?: 'learned' | 'sinusoidal' | 'none' | undefined;
  /** The unembedding shares W_E. */
  readonly tied?: boolean | undefined;
  readonly dropout?: number | undefined;
}

/** Decoder-only drawings: every position predicts the token after it. */

const preNorm = { norm: 'layerNorm', normFirst: true, cross: null, dropout: 0 } as const;

/**
 * A pre-norm decoder in the small.
 *
 * Ids: `tokens`, `tokenEmbedding`, `position`; in the group `decoder`: `norm`, `attention`, `residual`, `norm-2`,
 * `feedForward`, `residual-2`; then `finalNorm`, `unembedding`. With dropout also `dropout`, and in the group
 * `dropout-2`, `dropout-3`.
 * @see Radford et al. 2019, Language Models are Unsupervised Multitask Learners, §2.3
 */
export function tinyGpt(options: TemplateOptions = {}): Drawing {
  const { n_heads = 4, dropout = 0 } = options;
  const attention = { n_heads, dropout };
  return decoder(options, { ...preNorm, attention, feedForward: {}, dropout });
}

/**
 * GPT-2 at a size for a laptop: dropout, GELU by tanh.
 * @see Radford et al. 2019, Language Models are Unsupervised Multitask Learners, §2.3
 */
export function gpt2(options: TemplateOptions = {}): Drawing {
  const { n_layers = 4, n_heads = 4, d_model = 128, dropout = 0.1 } = options;
  const attention = { n_heads, dropout };
  const feedForward = { activation: 'gelu_tanh' };
  const style = { ...preNorm, attention, feedForward, dropout };
  return decoder({ ...options, n_layers, d_model, dropout }, style);
}

/**
 * RMS norm, rotary positions, SwiGLU, keys and values shared by pairs of heads, no biases.
 * @see Touvron et al. 2023, LLaMA, §2.2; Llama 2, §2.2
 */
export function llama(options: TemplateOptions = {}): Drawing {
  const { n_layers = 4, n_heads = 4, d_model = 128, tied = false } = options;
  const n_kv_heads = n_heads % 2 === 0 ? n_heads / 2 : n_heads;
  const d_ff = 8 * Math.ceil(d_model / 3);
  const style: LayerStyle = {
    ...preNorm,
    norm: 'rmsNorm',
    attention: { n_heads, n_kv_heads, position: 'rope', bias: false },
    feedForward: { d_ff, activation: 'swiglu', bias: false },
  };
  return decoder({ ...options, n_layers, d_model, tied, position: 'none' }, style);
}

/**
 * Attention and nothing else: the smallest models whose attention can be read.
 * @see Elhage et al. 2021, A Mathematical Framework for Transformer Circuits
 */
export function attentionOnly(options: TemplateOptions): Drawing {
  const { n_heads = 4, tied = false } = options;
  const attention = { n_heads, bias: false };
  return decoder({ ...options, tied }, { ...preNorm, norm: null, attention, feedForward: null });
}

/** No attention: every position sees only its own token, so it can learn no more than pairs of tokens. */
export function mlpOnly(options: TemplateOptions = {}): Drawing {
  return decoder(options, { ...preNorm, attention: null, feedForward: {} });
}

const positionTypes = { learned: 'learnedPosition', sinusoidal: 'sinusoidalPosition' } as const;

function decoder(options: TemplateOptions, style: LayerStyle): Drawing {
  const { n_layers = 2, d_model = 64, position = 'learned', tied = true, dropout = 0 } = options;
  const sketch = new Sketch();
  const tokens = sketch.add({ type: 'tokens' });
  let stream = sketch.add({ type: 'tokenEmbedding', params: { d_model }, from: tokens });
  if (position !== 'none') {
    stream = sketch.add({ type: positionTypes[position], from: stream }, { id: 'position' });
  }
  stream = sketch.dropout(dropout, stream, false);
  sketch.at('decoder', 0);
  stream = sketch.layer(stream, style);
  sketch.at(null, 0);
  if (style.norm) stream = sketch.add({ type: style.norm, from: stream }, { id: 'finalNorm' });
  sketch.add({ type: 'unembedding', params: { tied }, from: stream });
  return draw(sketch.parts, { decoder: n_layers });
}
