import type { Text } from '../contract/problem';
import type { Drawing } from '../contract/project';
import {
  type EmbeddingStyle,
  embeddingParts,
  type LayerStyle,
  lastId,
  layerParts,
} from './gptParts';
import { draw, type Part } from './parts';

/** What a template may be asked for: the names are the command line's flags too. */
export interface GptOptions {
  readonly n_layers?: number | undefined;
  readonly n_heads?: number | undefined;
  readonly d_model?: number | undefined;
  readonly position?: EmbeddingStyle['position'] | undefined;
  /** The unembedding shares W_E. */
  readonly tied?: boolean | undefined;
  readonly dropout?: number | undefined;
}

interface Template {
  readonly title: Text;
  make(options?: GptOptions): Drawing;
}

/**
 * A pre-norm decoder in the small.
 *
 * Ids: `tokens`, `tokenEmbedding`, `position`; in the group `decoder`: `norm`, `attention`, `residual`, `norm-2`,
 * `feedForward`, `residual-2`; then `finalNorm`, `unembedding`. With dropout also `dropout`, and in the group
 * `dropout-2`, `dropout-3`.
 * @see Radford et al. 2019, Language Models are Unsupervised Multitask Learners, §2.3
 */
export function tinyGpt(options: GptOptions = {}): Drawing {
  const { n_heads = 4, dropout = 0 } = options;
  const attention = { n_heads, dropout };
  return decoder(options, { norm: 'layerNorm', attention, feedForward: {}, dropout });
}

/**
 * GPT-2 at a size for a laptop: dropout, GELU by tanh.
 * @see Radford et al. 2019, Language Models are Unsupervised Multitask Learners, §2.3
 */
function gpt2(options: GptOptions = {}): Drawing {
  const { n_layers = 4, n_heads = 4, d_model = 128, dropout = 0.1 } = options;
  const feedForward = { activation: 'gelu_tanh' };
  const style: LayerStyle = {
    norm: 'layerNorm',
    attention: { n_heads, dropout },
    feedForward,
    dropout,
  };
  return decoder({ ...options, n_layers, d_model, dropout }, style);
}

/**
 * RMS norm, rotary positions, SwiGLU, keys and values shared by pairs of heads, no biases.
 * @see Touvron et al. 2023, LLaMA, §2.2; Llama 2, §2.2
 */
function llama(options: GptOptions = {}): Drawing {
  const { n_layers = 4, n_heads = 4, d_model = 128, tied = false } = options;
  const n_kv_heads = n_heads % 2 === 0 ? n_heads / 2 : n_heads;
  const d_ff = 8 * Math.ceil(d_model / 3);
  const style: LayerStyle = {
    norm: 'rmsNorm',
    attention: { n_heads, n_kv_heads, position: 'rope', bias: false },
    feedForward: { d_ff, activation: 'swiglu', bias: false },
    dropout: 0,
  };
  return decoder({ ...options, n_layers, d_model, tied, position: 'none' }, style);
}

/**
 * Attention and nothing else: the smallest models whose attention can be read.
 * @see Elhage et al. 2021, A Mathematical Framework for Transformer Circuits
 */
function attentionOnly(options: GptOptions): Drawing {
  const { n_heads = 4, tied = false } = options;
  const attention = { n_heads, bias: false };
  return decoder({ ...options, tied }, { norm: null, attention, feedForward: null, dropout: 0 });
}

/** No attention: every position sees only its own token, so it can learn no more than pairs of tokens. */
function mlpOnly(options: GptOptions = {}): Drawing {
  return decoder(options, { norm: 'layerNorm', attention: null, feedForward: {}, dropout: 0 });
}

function decoder(options: GptOptions, style: LayerStyle): Drawing {
  const { n_layers = 2, d_model = 64, position = 'learned', tied = true, dropout = 0 } = options;
  const start = embeddingParts({ d_model, position, dropout });
  const layer = layerParts(lastId(start), style);
  const end = lastId(layer);
  const norm: Part[] = style.norm ? [{ id: 'finalNorm', type: style.norm, from: end }] : [];
  const parts: Part[] = [
    ...start,
    ...layer,
    ...norm,
    {
      id: 'unembedding',
      type: 'unembedding',
      params: { tied },
      from: style.norm ? 'finalNorm' : end,
    },
  ];
  return draw(parts, { decoder: n_layers });
}

/** The drawings that a project can start from. */
export const templates = {
  tinyGpt: { title: { en: 'Tiny GPT', zh: '迷你 GPT' }, make: tinyGpt },
  gpt2: { title: { en: 'GPT-2 style', zh: 'GPT-2 风格' }, make: gpt2 },
  llama: { title: { en: 'LLaMA style', zh: 'LLaMA 风格' }, make: llama },
  attentionOnly1: {
    title: { en: 'Attention only, 1 layer', zh: '仅注意力，1 层' },
    make: (options?: GptOptions) => attentionOnly({ n_layers: 1, ...options }),
  },
  attentionOnly2: {
    title: { en: 'Attention only, 2 layers', zh: '仅注意力，2 层' },
    make: (options?: GptOptions) => attentionOnly({ n_layers: 2, ...options }),
  },
  mlpOnly: {
    title: { en: 'No attention, for comparison', zh: '无注意力，用于对照' },
    make: mlpOnly,
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateId = keyof typeof templates;
