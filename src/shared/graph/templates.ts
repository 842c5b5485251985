import type { Text } from '../contract/problem';
import type { Drawing } from '../contract/project';
import { draw, type Part } from './parts';

/** What a GPT template may be asked for: the names are the command line's flags too. */
export interface GptOptions {
  readonly n_layers?: number | undefined;
  readonly n_heads?: number | undefined;
  readonly d_model?: number | undefined;
  readonly position?: 'learned' | 'sinusoidal' | 'none' | undefined;
  /** The unembedding shares W_E. */
  readonly tied?: boolean | undefined;
  readonly dropout?: number | undefined;
}

interface Template {
  readonly title: Text;
  make(options?: GptOptions): Drawing;
}

const positionTypes = { learned: 'learnedPosition', sinusoidal: 'sinusoidalPosition' } as const;

/**
 * A pre-norm decoder in the small.
 *
 * Ids: `tokens`, `tokenEmbedding`, `position`; in the group `decoder`: `norm`, `attention`, `residual`, `norm-2`,
 * `feedForward`, `residual-2`; then `finalNorm`, `unembedding`. With dropout also `dropout`, and in the group
 * `dropout-2`, `dropout-3`.
 * @see Radford et al. 2019, Language Models are Unsupervised Multitask Learners, §2.3
 */
export function tinyGpt(options: GptOptions = {}): Drawing {
  const { n_layers = 2, n_heads = 4, tied = true, dropout = 0 } = options;
  const start = embedded(options);
  const attention = { type: 'selfAttention', params: { n_heads, dropout } };
  const parts: Part[] = [
    ...start,
    ...branch('decoder', { stream: lastId(start), number: 1, dropout }, ['attention', attention]),
    ...branch('decoder', { stream: 'residual', number: 2, dropout }, [
      'feedForward',
      { type: 'feedForward' },
    ]),
    { id: 'finalNorm', type: 'layerNorm', from: 'residual-2' },
    { id: 'unembedding', type: 'unembedding', params: { tied }, from: 'finalNorm' },
  ];
  return draw(parts, { decoder: n_layers });
}

/**
 * Attention and nothing else, one layer: the smallest model whose attention can be read.
 * @see Elhage et al. 2021, A Mathematical Framework for Transformer Circuits
 */
export function attentionOnly(options: GptOptions = {}): Drawing {
  const { n_layers = 1, n_heads = 4, tied = false } = options;
  const start = embedded(options);
  const stream = lastId(start);
  const group = 'decoder';
  const parts: Part[] = [
    ...start,
    {
      id: 'attention',
      type: 'selfAttention',
      params: { n_heads, bias: false },
      from: stream,
      group,
      lane: 1,
    },
    { id: 'residual', type: 'residualAdd', from: { x: stream, branch: 'attention' }, group },
    { id: 'unembedding', type: 'unembedding', params: { tied }, from: 'residual' },
  ];
  return draw(parts, { [group]: n_layers });
}

/** Tokens become vectors that know their place. */
function embedded({ d_model = 64, position = 'learned', dropout = 0 }: GptOptions): Part[] {
  const parts: Part[] = [
    { id: 'tokens', type: 'tokens' },
    { id: 'tokenEmbedding', type: 'tokenEmbedding', params: { d_model }, from: 'tokens' },
  ];
  if (position !== 'none') {
    parts.push({ id: 'position', type: positionTypes[position], from: 'tokenEmbedding' });
  }
  if (dropout > 0) {
    parts.push({ id: 'dropout', type: 'dropout', params: { rate: dropout }, from: lastId(parts) });
  }
  return parts;
}

/** norm → block (→ dropout), added back to the stream. number: which branch of its layer this is. */
function branch(
  group: string,
  { stream, number, dropout }: { stream: string; number: number; dropout: number },
  [id, block]: [string, Pick<Part, 'type' | 'params'>],
): Part[] {
  const suffix = number === 1 ? '' : `-${number}`;
  const parts: Part[] = [
    { id: `norm${suffix}`, type: 'layerNorm', from: stream, group, lane: 1 },
    { id, ...block, from: `norm${suffix}`, group, lane: 1 },
  ];
  if (dropout > 0) {
    const params = { rate: dropout };
    parts.push({ id: `dropout-${number + 1}`, type: 'dropout', params, from: id, group, lane: 1 });
  }
  const from = { x: stream, branch: lastId(parts) };
  return [...parts, { id: `residual${suffix}`, type: 'residualAdd', from, group }];
}

function lastId(parts: readonly Part[]): string {
  return parts.at(-1)?.id ?? '';
}

/** The drawings that a project can start from. */
export const templates = {
  tinyGpt: { title: { en: 'Tiny GPT', zh: '迷你 GPT' }, make: tinyGpt },
  attentionOnly1: {
    title: { en: 'Attention only, 1 layer', zh: '仅注意力，1 层' },
    make: attentionOnly,
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateId = keyof typeof templates;
