import type { ParamValue } from '../contract/project';
import type { Part } from './parts';

type Params = Readonly<Record<string, ParamValue>>;

/** What the layers of a decoder-only model are made of. */
export interface LayerStyle {
  readonly norm: 'layerNorm' | 'rmsNorm' | null;
  /** Params of the attention; null = none. */
  readonly attention: Params | null;
  /** Params of the feed-forward; null = none. */
  readonly feedForward: Params | null;
  /** After each branch; 0 = no such block. */
  readonly dropout: number;
}

export interface EmbeddingStyle {
  readonly d_model: number;
  readonly position: 'learned' | 'sinusoidal' | 'none';
  readonly dropout: number;
}

const positionTypes = { learned: 'learnedPosition', sinusoidal: 'sinusoidalPosition' } as const;

/** Tokens become vectors that know their place. */
export function embeddingParts({ d_model, position, dropout }: EmbeddingStyle): Part[] {
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

/** The layer of a pre-norm decoder, in the group `decoder`. stream: the node whose output enters it. */
export function layerParts(stream: string, style: LayerStyle): Part[] {
  const { attention, feedForward } = style;
  const parts: Part[] = [];
  if (attention) {
    const block = { id: 'attention', type: 'selfAttention', params: attention };
    parts.push(...branch(stream, block, style, 1));
  }
  if (feedForward) {
    const block = { id: 'feedForward', type: 'feedForward', params: feedForward };
    const number = attention ? 2 : 1;
    parts.push(...branch(attention ? lastId(parts) : stream, block, style, number));
  }
  return parts;
}

/** norm → block (→ dropout), added back to the stream. number: which branch of its layer this is. */
function branch(
  stream: string,
  block: Pick<Part, 'id' | 'type' | 'params'>,
  { norm, dropout }: LayerStyle,
  number: number,
): Part[] {
  const suffix = number === 1 ? '' : `-${number}`;
  const beside = { group: 'decoder', lane: 1 };
  const parts: Part[] = [];
  if (norm) parts.push({ id: `norm${suffix}`, type: norm, from: stream, ...beside });
  parts.push({ ...block, from: norm ? `norm${suffix}` : stream, ...beside });
  if (dropout > 0) {
    const params = { rate: dropout };
    const from = block.id;
    parts.push({ id: `dropout-${number + 1}`, type: 'dropout', params, from, ...beside });
  }
  const from = { x: stream, branch: lastId(parts) };
  return [...parts, { id: `residual${suffix}`, type: 'residualAdd', from, group: 'decoder' }];
}

export function lastId(parts: readonly Part[]): string {
  return parts.at(-1)?.id ?? '';
}
