import { z } from 'zod';
import { CharacterSet } from './characterSet';
import { hashText } from './hash';
import { showCharacter } from './show';
import {
  defineTokenizer,
  type Encoded,
  idArray,
  specialsSchema,
  type Tokenizer,
} from './tokenizer';
import { mustBeWhole } from './wholeText';

const UNKNOWN = '<unk>';

const stateSchema = z
  .object({
    type: z.literal('character'),
    /** Special tokens after `<unk>`. */
    specials: specialsSchema,
    /** Every known character once, in the order of its ids. */
    characters: z.string(),
  })
  .refine(({ specials, characters }) => {
    const points = [...characters];
    return (
      new Set(points).size === points.length &&
      !points.some(isSurrogate) &&
      new Set([UNKNOWN, ...specials]).size === specials.length + 1
    );
  }, 'expected every character once');
type State = z.output<typeof stateSchema>;

/** Half of a character, as broken text may hold it: never a token of its own. */
function isSurrogate(character: string): boolean {
  const unit = character.codePointAt(0) ?? 0;
  return unit >= 0xd800 && unit < 0xe000;
}

function charactersOf(text: string): string {
  const characters = new CharacterSet();
  characters.add(text);
  return characters.text();
}

/** Code point → id; 0 = `<unk>`. */
function idTable(names: readonly string[], firstCharacter: number): Int32Array {
  let highest = 0;
  for (const name of names.slice(firstCharacter))
    highest = Math.max(highest, name.codePointAt(0) ?? 0);
  const table = new Int32Array(highest + 1);
  for (let id = firstCharacter; id < names.length; id++) table[names[id]?.codePointAt(0) ?? 0] = id;
  return table;
}

function encode(text: string, table: Int32Array, n_vocab: number): Encoded {
  mustBeWhole(text);
  const ids = idArray(n_vocab, text.length);
  let at = 0;
  let n_unknown = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point > 0xffff) i++;
    const id = table[point] ?? 0;
    if (id === 0) n_unknown++;
    ids[at++] = id;
  }
  return { ids: at === ids.length ? ids : ids.slice(0, at), n_unknown };
}

function open(state: State): Tokenizer {
  const special = [UNKNOWN, ...state.specials];
  const names = [...special, ...state.characters];
  const table = idTable(names, special.length);
  const name = (id: number) => names[id] ?? UNKNOWN;
  return {
    type: 'character',
    n_vocab: names.length,
    hash: hashText(`character\n${special.join('\n')}\n${state.characters}`),
    specials: new Map(special.map((token, id) => [token, id])),
    encode: (text) => encode(text, table, names.length),
    decode: (ids) => Array.from(ids, name).join(''),
    decoder: () => ({ push: name, end: () => '' }),
    pieces: (ids) =>
      Array.from(ids, (id) => (id < special.length ? name(id) : showCharacter(name(id)))),
    save: () => state,
  };
}

/** One token per character (Unicode code point); `<unk>` is id 0. */
export const character = defineTokenizer({
  type: 'character',
  title: { en: 'Character', zh: '字符' },
  docs: {
    summary: {
      en: 'Every character is a token. The vocabulary is the characters of the training part.',
      zh: '每个字符是一个词元。词表由训练部分出现过的字符组成。',
    },
  },
  params: z.object({}),
  state: stateSchema,
  fit: (train, { specials }) => ({
    type: 'character' as const,
    specials: [...specials],
    characters: charactersOf(train),
  }),
  open,
});
