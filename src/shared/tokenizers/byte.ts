import { z } from 'zod';
import { byteText, showBytes } from './byteText';
import { hashText } from './hash';
import {
  defineTokenizer,
  idArray,
  type StreamDecoder,
  specialsSchema,
  type Tokenizer,
} from './tokenizer';
import { encodeUtf8 } from './utf8';
import { mustBeWhole } from './wholeText';

const N_BYTES = 256;

const stateSchema = z
  .object({
    type: z.literal('byte'),
    /** Special tokens, from id 256 on. */
    specials: specialsSchema,
  })
  .refine(
    ({ specials }) => new Set(specials).size === specials.length,
    'expected every token once',
  );
type State = z.output<typeof stateSchema>;

/** Joins bytes to characters; `name` answers for ids that are no bytes. */
function streamDecoder(name: (id: number) => string): StreamDecoder {
  const text = byteText();
  return {
    push: (id) => (id < N_BYTES ? text.push(id) : text.end() + name(id)),
    end: text.end,
  };
}

/** ASCII as its character; any other byte is only a part of one, so it is shown as a chip. */
function pieces(ids: ArrayLike<number>, name: (id: number) => string): string[] {
  return Array.from(ids, (id) => (id < N_BYTES ? showBytes([id]) : name(id)));
}

function decode(ids: ArrayLike<number>, name: (id: number) => string): string {
  const decoder = streamDecoder(name);
  const parts: string[] = [];
  for (let i = 0; i < ids.length; i++) parts.push(decoder.push(ids[i] ?? 0));
  parts.push(decoder.end());
  return parts.join('');
}

function open(state: State): Tokenizer {
  const n_vocab = N_BYTES + state.specials.length;
  const name = (id: number) => state.specials[id - N_BYTES] ?? `<${id}>`;
  return {
    type: 'byte',
    n_vocab,
    hash: hashText(`byte\n${state.specials.join('\n')}`),
    specials: new Map(state.specials.map((token, i) => [token, N_BYTES + i])),
    encode(text) {
      mustBeWhole(text);
      const bytes = encodeUtf8(text);
      if (n_vocab === N_BYTES) return { ids: bytes, n_unknown: 0 };
      const ids = idArray(n_vocab, bytes.length);
      ids.set(bytes);
      return { ids, n_unknown: 0 };
    },
    decode: (ids) => decode(ids, name),
    decoder: () => streamDecoder(name),
    pieces: (ids) => pieces(ids, name),
    save: () => state,
  };
}

/** One token per byte of the UTF-8 form: 256 tokens, and no text is ever unknown. */
export const byte = defineTokenizer({
  type: 'byte',
  title: { en: 'Byte', zh: '字节' },
  docs: {
    summary: {
      en: 'Every UTF-8 byte is a token. 256 tokens write any text; a Chinese character takes three.',
      zh: '每个 UTF-8 字节是一个词元。256 个词元能写任何文本；一个汉字占三个。',
    },
  },
  params: z.object({}),
  state: stateSchema,
  fit: (_train, { specials }) => ({ type: 'byte' as const, specials: [...specials] }),
  open,
});
