import type { AnyBlock, BlockGroup } from '@shared/blocks/block';
import { blocks } from '@shared/blocks/registry';

/** In the order that values flow through a model. */
export const groupOrder: readonly BlockGroup[] = [
  'input',
  'embedding',
  'position',
  'attention',
  'feedForward',
  'norm',
  'residual',
  'head',
];

const all: readonly AnyBlock[] = [...blocks].sort(
  (a: AnyBlock, b: AnyBlock) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group),
);

/** Whether the letters of `wanted` come in this order in `text`, such as `sa` in `self-attention`. */
function hasInOrder(text: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

function rank(block: AnyBlock, words: string): number {
  const names = [block.title.en.toLowerCase(), block.title.zh, block.type.toLowerCase()];
  if (names.some((name) => name.startsWith(words))) return 0;
  if (names.some((name) => name.includes(words))) return 1;
  if (block.group.toLowerCase().includes(words)) return 2;
  const summary = `${block.docs.summary.en.toLowerCase()} ${block.docs.summary.zh}`;
  if (summary.includes(words)) return 3;
  return names.some((name) => hasInOrder(name, words)) ? 4 : 5;
}

/** The blocks that a few letters may mean, in either language, best first; all without letters. */
export function searchBlocks(text: string): readonly AnyBlock[] {
  const words = text.trim().toLowerCase();
  if (words === '') return all;
  return all
    .map((block) => ({ block, rank: rank(block, words) }))
    .filter((each) => each.rank < 5)
    .sort((a, b) => a.rank - b.rank)
    .map(({ block }) => block);
}
