import { blockByType } from '../blocks/registry';
import { sameText, type Text } from '../contract/problem';
import type { Drawing, DrawingNode, Wire } from '../contract/project';

/** Shorter ids for the blocks that every drawing has: they stand in each checkpoint name. */
const shortNames: Readonly<Record<string, string>> = {
  selfAttention: 'attention',
  layerNorm: 'norm',
  residualAdd: 'residual',
};

const groupTitles: Readonly<Record<string, Text>> = {
  encoder: { en: 'Encoder', zh: '编码器' },
  decoder: { en: 'Decoder', zh: '解码器' },
};

export const drawingName: Text = { en: 'Drawing', zh: '图' };

/** The word that the ids of a kind of node begin with: `selfAttention` → `attention`. */
export function idWord(type: string): string {
  const word = shortNames[type] ?? type.replace(/[^A-Za-z0-9]/g, '');
  return /^[a-z]/.test(word) ? word.slice(0, 50) : 'node';
}

/** The first of `attention`, `attention-2`, `attention-3` … that is not taken. */
export function freshId(word: string, taken: ReadonlySet<string>): string {
  if (!taken.has(word)) return word;
  let number = 2;
  while (taken.has(`${word}-${number}`)) number++;
  return `${word}-${number}`;
}

/** All ids of a drawing, of nodes and groups. */
export function takenIds(drawing: Drawing): Set<string> {
  return new Set([...drawing.nodes, ...drawing.groups].map(({ id }) => id));
}

/** A wire's name, the same before and after it is drawn. */
export function wireId(wire: Wire): string {
  return `${wire.from}>${wire.to}.${wire.port}`;
}

/** A block's title; its type when this version does not know it. */
export function blockTitle(type: string): Text {
  return blockByType.get(type)?.title ?? sameText(type || '?');
}

/** A node's name as shown: its label, or the block's title with a number when there are several: `Self-attention 2`. */
export function nodeName(drawing: Drawing, id: string): Text {
  return nodeNames(drawing).get(id) ?? sameText(id);
}

/** The names of all nodes, by id. */
export function nodeNames(drawing: Drawing): ReadonlyMap<string, Text> {
  const count = new Map<string, number>();
  for (const { type } of drawing.nodes) count.set(type, (count.get(type) ?? 0) + 1);
  const seen = new Map<string, number>();
  const names = new Map<string, Text>();
  for (const node of drawing.nodes) {
    const number = (seen.get(node.type) ?? 0) + 1;
    seen.set(node.type, number);
    if (!names.has(node.id))
      names.set(node.id, nameOf(node, count.get(node.type) === 1 ? null : number));
  }
  return names;
}

function nameOf(node: DrawingNode, number: number | null): Text {
  if (node.label?.trim()) return sameText(node.label);
  const title = blockTitle(node.type);
  return number === null ? title : { en: `${title.en} ${number}`, zh: `${title.zh} ${number}` };
}

/** A group's name as shown: its label, or `Decoder` for the id `decoder`, or `Repeat group 2`. */
export function groupName(drawing: Drawing, id: string): Text {
  const place = drawing.groups.findIndex((group) => group.id === id);
  const label = drawing.groups[place]?.label;
  if (label?.trim()) return sameText(label);
  const [word = '', number] = id.split('-');
  const title = groupTitles[word];
  if (title) return number ? { en: `${title.en} ${number}`, zh: `${title.zh} ${number}` } : title;
  const several = drawing.groups.length > 1 && place >= 0 ? ` ${place + 1}` : '';
  return { en: `Repeat group${several}`, zh: `重复组${several}` };
}
