import type { AnyBlock } from '@shared/blocks/block';
import type { ParamValue } from '@shared/contract/project';

/** Names short enough for a card: the field's one-letter symbols. */
const shortNames: Readonly<Record<string, string>> = {
  n_heads: 'h',
  n_kv_heads: 'h_kv',
  activation: '',
};

/** The params that matter, in few letters: `h 4`, `d_ff 256`, `causal`. */
export function cardParams(
  block: Pick<AnyBlock, 'card'>,
  params: Readonly<Record<string, ParamValue>>,
): string {
  const shown = block.card.map((name) => showParam(shortNames[name] ?? name, params[name] ?? null));
  return shown.filter((text) => text !== '').join(' ');
}

function showParam(name: string, value: ParamValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? name : '';
  return name === '' ? String(value) : `${name} ${value}`;
}
