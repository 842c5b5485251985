import type { Text } from '../contract/problem';
import { type BpeState, MOST_TOKENS } from './bpeState';

/** Throws the Problem of one place of a file. */
export type Fault = (at: string, what: Text) => never;

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const number = (n: number): string => n.toLocaleString('en-US');

export function tooMany(at: string, most: number, fault: Fault): never {
  return fault(at, {
    en: `there are more than ${number(most)} entries, too many to be read.`,
    zh: `超过 ${number(most)} 项，无法读取。`,
  });
}

function wrong(at: string, fault: Fault): never {
  return fault(at, { en: 'this is not what belongs here.', zh: '此处的内容不符合格式。' });
}

/** Token → id. @throws Problem when an id is none, or stands twice. */
export function readVocab(part: unknown, fault: Fault): Map<string, number> {
  const at = 'model.vocab';
  if (!isObject(part)) return wrong(at, fault);
  const vocab = new Map<string, number>();
  const ids = new Set<number>();
  // Of objects of this size, this is the quickest way through. They come from JSON: all keys are their own.
  for (const token in part) {
    const id = part[token];
    if (vocab.size === MOST_TOKENS) tooMany(at, MOST_TOKENS, fault);
    if (!isId(id) || ids.has(id)) return wrong(`${at}.${shortened(token)}`, fault);
    ids.add(id);
    vocab.set(token, id);
  }
  return vocab;
}

function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < MOST_TOKENS;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The two ids of each merge, one after the other. Merges are pairs, or two tokens with a space between. */
export function readMerges(
  part: unknown,
  vocab: ReadonlyMap<string, number>,
  fault: Fault,
): number[] {
  const at = 'model.merges';
  if (!Array.isArray(part)) return wrong(at, fault);
  if (part.length > MOST_TOKENS) tooMany(at, MOST_TOKENS, fault);
  const merges: number[] = [];
  for (const [place, merge] of part.entries()) {
    const pair: unknown = typeof merge === 'string' ? merge.split(' ') : merge;
    if (!Array.isArray(pair) || pair.length !== 2) return wrong(`${at}.${place}`, fault);
    const [first, second] = pair.map((token) => vocab.get(String(token)));
    const makes = vocab.has(`${pair[0]}${pair[1]}`);
    if (first === undefined || second === undefined || !makes)
      return notThere(`${at}.${place}`, fault);
    merges.push(first, second);
  }
  return merges;
}

function notThere(at: string, fault: Fault): never {
  return fault(at, {
    en: 'the vocabulary lacks a token of this merge.',
    zh: '词表中缺少这次合并涉及的词元。',
  });
}

/** Special tokens, which are found in a text before it is cut. */
export function readAddedTokens(
  part: unknown,
  normalize: BpeState['normalize'],
  vocab: ReadonlyMap<string, number>,
  fault: Fault,
): BpeState['specials'] {
  if (!Array.isArray(part)) return wrong('added_tokens', fault);
  if (part.length > 1000) tooMany('added_tokens', 1000, fault);
  return part.map((token: unknown, place) => {
    const at = `added_tokens.${place}`;
    if (!isObject(token)) return wrong(at, fault);
    checkFlags(token, normalize, at, fault);
    const { id, content } = token;
    const isText = typeof content === 'string' && content !== '' && content.length <= 200;
    if (!isText || !isId(id) || (vocab.get(content) ?? id) !== id) return wrong(at, fault);
    return { text: content, id, inText: true };
  });
}

/** @throws Problem when a token is to be found otherwise than as it is written. */
function checkFlags(token: Json, normalize: BpeState['normalize'], at: string, fault: Fault): void {
  const flags = ['single_word', 'lstrip', 'rstrip'];
  for (const name of normalize === 'nfc' ? [...flags, 'normalized'] : flags) {
    if (token[name] === true)
      fault(at, { en: `${name} is not supported.`, zh: `不支持 ${name}。` });
  }
}
