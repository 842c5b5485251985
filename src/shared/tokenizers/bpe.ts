import { z } from 'zod';
import { byteIds, learnBpe } from './bpeFit';
import { openMerges } from './bpeMerge';
import {
  type BpeState,
  bpeStateSchema,
  byteTokens,
  mergeResults,
  sizeOf,
  withSpecials,
} from './bpeState';
import { bytesOfSpelling } from './byteLevel';
import { byteText, showBytes } from './byteText';
import { hashText } from './hash';
import { IdList } from './idList';
import { eachPreToken, splits } from './preTokens';
import { eachPart, specialPattern } from './specialTokens';
import { defineTokenizer, param, type StreamDecoder, type Tokenizer } from './tokenizer';
import { mustBeWhole } from './wholeText';

/** A piece is remembered with its ids when it is short, and so many of them. */
const SHORT = 64;
const MOST_REMEMBERED = 50_000;

function pieceEncoder(state: BpeState): (piece: string) => readonly number[] {
  const merger = openMerges(state.merges, mergeResults(state));
  const idOfByte = byteTokens(state);
  const remembered = new Map<string, readonly number[]>();
  return (piece) => {
    const known = remembered.get(piece);
    if (known !== undefined) return known;
    const bytes = Int32Array.from(byteIds(piece), (place) => idOfByte[place] ?? 0);
    const ids = merger.merge(bytes);
    if (piece.length > SHORT) return ids;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(piece, ids);
    return ids;
  };
}

/** What an id stands for: bytes, or the name of a special token. */
function openIds({ tokens, specials }: BpeState) {
  const nameOf = new Map(specials.map(({ text, id }) => [id, text]));
  return (id: number): Uint8Array | string => {
    const token = tokens[id] ?? '';
    if (token === '') return nameOf.get(id) ?? `<${id}>`;
    return bytesOfSpelling(token) ?? new Uint8Array(0);
  };
}

function streamDecoder(meaning: (id: number) => Uint8Array | string): StreamDecoder {
  const text = byteText();
  return {
    push(id) {
      const bytes = meaning(id);
      if (typeof bytes === 'string') return text.end() + bytes;
      let whole = '';
      for (const byte of bytes) whole += text.push(byte);
      return whole;
    },
    end: text.end,
  };
}

function decode(ids: ArrayLike<number>, decoder: StreamDecoder): string {
  const parts: string[] = [];
  for (let i = 0; i < ids.length; i++) parts.push(decoder.push(ids[i] ?? 0));
  parts.push(decoder.end());
  return parts.join('');
}

function open(state: BpeState): Tokenizer {
  const { split, normalize } = state;
  const n_vocab = sizeOf(state);
  const specials = new Map(state.specials.map(({ text, id }) => [text, id]));
  const pattern = specialPattern(
    state.specials.filter(({ inText }) => inText).map(({ text }) => text),
  );
  const encodePiece = pieceEncoder(state);
  const normal = (text: string) => (normalize === 'nfc' ? text.normalize('NFC') : text);
  const meaning = openIds(state);
  const show = (id: number): string => {
    const bytes = meaning(id);
    return typeof bytes === 'string' ? bytes : showBytes(bytes);
  };
  return {
    type: 'bpe',
    n_vocab,
    hash: hashText(
      JSON.stringify(['bpe', split, normalize, state.tokens, state.merges, [...specials]]),
    ),
    specials,
    encode(text) {
      mustBeWhole(text);
      const ids = new IdList(n_vocab, text.length >> 1);
      eachPart(text, pattern, (part, isSpecial) => {
        if (isSpecial) ids.push(specials.get(part) ?? 0);
        else eachPreToken(normal(part), split, (piece) => ids.pushAll(encodePiece(piece)));
      });
      return { ids: ids.take(), n_unknown: 0 };
    },
    decode: (ids) => decode(ids, streamDecoder(meaning)),
    decoder: () => streamDecoder(meaning),
    pieces: (ids) => Array.from(ids, show),
    save: () => state,
  };
}

const params = z.object({
  vocab_size: param(
    z.int().min(256).max(65_536).default(2048),
    { en: 'Vocabulary size', zh: '词表大小' },
    {
      en: 'Tokens at most: the 256 bytes and what is merged from them. A short text gives fewer.',
      zh: '词元数上限：256 个字节加上合并得到的词元。文本较短时会更少。',
    },
  ),
  split: param(
    z.enum(splits).default('gpt2'),
    { en: 'Pre-tokenizer', zh: '预分词' },
    {
      en: 'What no token crosses. gpt2: words, numbers, punctuation. han: also every Chinese character alone. none: nothing is cut.',
      zh: '词元不能跨越的边界。gpt2：按单词、数字、标点切分；han：另外每个汉字单独切开；none：不切分。',
    },
  ),
});

/** Byte-level byte pair encoding: frequent neighbours become one token, learnt from the text itself. */
export const bpe = defineTokenizer({
  type: 'bpe',
  title: { en: 'Byte-pair encoding', zh: '字节对编码（BPE）' },
  docs: {
    summary: {
      en: 'Bytes that often stand together become one token, as in GPT-2. Nothing is ever unknown.',
      zh: '经常相邻的字节合并成一个词元，与 GPT-2 相同。永远没有未知词元。',
    },
  },
  params,
  state: bpeStateSchema,
  fit(train, { specials, params: { vocab_size, split }, progress }): BpeState {
    const learnt = learnBpe(train, split, vocab_size, progress);
    const plain = { type: 'bpe' as const, split, normalize: 'none' as const, specials: [] };
    return withSpecials({ ...plain, ...learnt }, specials);
  },
  open,
});
