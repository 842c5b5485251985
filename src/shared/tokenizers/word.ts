import { z } from 'zod';
import type { Problem } from '../contract/problem';
import { hashText } from './hash';
import { IdList } from './idList';
import { eachWord } from './segments';
import { showText } from './show';
import {
  defineTokenizer,
  type Encoded,
  type Platform,
  type Progress,
  param,
  specialsSchema,
  type Tokenizer,
} from './tokenizer';
import { mustBeWhole } from './wholeText';

const UNKNOWN = '<unk>';
const MOST_WORDS = 65_536;
const WORDS_BETWEEN = 4096;

const stateSchema = z
  .object({
    type: z.literal('word'),
    /** Special tokens after `<unk>`. */
    specials: specialsSchema,
    /** Every known word once, in the order of its ids. */
    words: z.array(z.string().min(1).max(10_000)).max(MOST_WORDS),
    /** Version of the Unicode library that found the words. */
    icu: z.string().max(40),
  })
  .refine(
    ({ specials, words }) => isUnique([UNKNOWN, ...specials]) && isUnique(words),
    'expected every word once',
  );
type State = z.output<typeof stateSchema>;

function isUnique(words: readonly string[]): boolean {
  return new Set(words).size === words.length;
}

/** The most frequent words, of equal ones the first in code unit order. */
function commonWords(train: string, n: number, progress: Progress): string[] {
  const counts = new Map<string, number>();
  let n_words = 0;
  let n_units = 0;
  eachWord(train, (word) => {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    n_units += word.length;
    if (++n_words % WORDS_BETWEEN === 0) progress(n_units / train.length);
  });
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, n)
    .map(([word]) => word);
}

function encode(text: string, idOf: ReadonlyMap<string, number>, n_vocab: number): Encoded {
  mustBeWhole(text);
  const ids = new IdList(n_vocab, text.length >> 2);
  let n_unknown = 0;
  eachWord(text, (word) => {
    const id = idOf.get(word) ?? 0;
    if (id === 0) n_unknown++;
    ids.push(id);
  });
  return { ids: ids.take(), n_unknown };
}

function open(state: State, { icu }: Platform): Tokenizer {
  const special = [UNKNOWN, ...state.specials];
  const names = [...special, ...state.words];
  const idOf = new Map(state.words.map((word, at) => [word, special.length + at]));
  const name = (id: number) => names[id] ?? UNKNOWN;
  const other = icu !== '' && state.icu !== '' && icu !== state.icu;
  return {
    type: 'word',
    n_vocab: names.length,
    hash: hashText(JSON.stringify(['word', names])),
    specials: new Map(special.map((token, id) => [token, id])),
    encode: (text) => encode(text, idOf, names.length),
    decode: (ids) => Array.from(ids, name).join(''),
    decoder: () => ({ push: name, end: () => '' }),
    pieces: (ids) => Array.from(ids, (id) => (id < special.length ? name(id) : showText(name(id)))),
    save: () => state,
    ...(other && { warning: otherRules(state.icu, icu) }),
  };
}

function otherRules(then: string, now: string): Problem {
  return {
    where: { en: 'Word tokenizer', zh: '词分词器' },
    what: {
      en: `it was fitted with the word rules of ICU ${then}, and this program has ICU ${now}: some words may be cut otherwise.`,
      zh: `建立词表时使用 ICU ${then} 的分词规则，当前程序为 ICU ${now}：个别词的切分可能不同。`,
    },
    fix: {
      en: 'Start a new run to fit it again if exact repetition matters.',
      zh: '如需严格复现，请新建一次训练以重新建立词表。',
    },
  };
}

const params = z.object({
  vocab_size: param(
    z.int().min(2).max(MOST_WORDS).default(2048),
    { en: 'Vocabulary size', zh: '词表大小' },
    {
      en: 'The most frequent words, <unk> included. Every other word becomes <unk>.',
      zh: '保留最常见的词（含 <unk>）。其余的词都变成 <unk>。',
    },
  ),
});

/** One token per word, space and punctuation mark; Chinese words by the platform's dictionary. `<unk>` is id 0. */
export const word = defineTokenizer({
  type: 'word',
  title: { en: 'Word', zh: '词' },
  docs: {
    summary: {
      en: 'Every word, space and punctuation mark is a token; Chinese is cut by a dictionary.',
      zh: '每个词、空格和标点都是一个词元；中文按词典切分。',
    },
  },
  params,
  state: stateSchema,
  fit: (train, { specials, params: { vocab_size }, platform, progress }) => ({
    type: 'word' as const,
    specials: [...specials],
    words: commonWords(train, vocab_size - 1, progress),
    icu: platform.icu,
  }),
  open,
});
