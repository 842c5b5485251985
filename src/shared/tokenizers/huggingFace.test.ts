// biome-ignore-all lint/style/useNamingConvention: the names of the file format
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '../contract/problem';
import { bpeStateSchema } from './bpeState';
import { toTokenizerJson } from './huggingFace';
import { readTokenizerJson } from './huggingFaceImport';
import { splits } from './preTokens';
import { fitTokenizer, loadTokenizer } from './registry';

const goldenSchema = z.object({
  header: z.object({ tokenizers: z.string(), vocab_size: z.int() }),
  text: z.string(),
  strings: z.array(z.string()),
  cases: z.array(
    z.object({
      split: z.enum(splits),
      file: z.looseObject({
        model: z.looseObject({
          merges: z.array(z.tuple([z.string(), z.string()])),
          vocab: z.record(z.string(), z.int()),
        }),
      }),
      ids: z.array(z.array(z.int())),
    }),
  ),
});
const golden = goldenSchema.parse(
  JSON.parse(readFileSync(new URL('golden/bpe.json', import.meta.url), 'utf8')),
);
const { text, strings, header } = golden;

const stateOf = (split: string, specials: readonly string[] = []) =>
  bpeStateSchema.parse(
    fitTokenizer('bpe', text, specials, {
      params: { split, vocab_size: header.vocab_size },
    }).save(),
  );

describe.each(golden.cases)("beside Hugging Face's tokenizers, pre-tokenizer $split", (theirs) => {
  it('learns the same merges in the same order', () => {
    const state = stateOf(theirs.split);
    const spelled = (at: number) => state.tokens[state.merges[at] ?? -1];
    const merges = state.counts.map((_, at) => [spelled(2 * at), spelled(2 * at + 1)]);
    expect(merges).toEqual(theirs.file.model.merges);
  });

  it('gives the same ids, with what it read and with what it learnt', () => {
    const read = loadTokenizer(readTokenizerJson('tokenizer.json', JSON.stringify(theirs.file)));
    const learnt = loadTokenizer(stateOf(theirs.split, ['<mask>']));
    strings.forEach((string, at) => {
      expect(Array.from(read.encode(string).ids)).toEqual(theirs.ids[at]);
      // What an objective adds is no text here, unlike what a file brings along.
      if (!string.includes('<mask>'))
        expect(Array.from(learnt.encode(string).ids)).toEqual(theirs.ids[at]);
      expect(read.decode(theirs.ids[at] ?? [])).toBe(string);
    });
  });

  it('writes what they would write', () => {
    const ours: unknown = JSON.parse(toTokenizerJson(stateOf(theirs.split, ['<mask>'])));
    const { decoder: _ours, ...plain } = z.looseObject({}).parse(ours);
    const { decoder: _theirs, ...expected } = theirs.file;
    expect(plain).toEqual(expected);
  });
});

const file = (change: object, model: object = {}) => {
  const state = fitTokenizer('bpe', 'aa aa ab ab').save();
  const whole = JSON.parse(toTokenizerJson(bpeStateSchema.parse(state)));
  return JSON.stringify({ ...whole, model: { ...whole.model, ...model }, ...change });
};
const read = (json: string) => readTokenizerJson('mine.json', json);
const fix = 'Choose the tokenizer.json of a byte-level BPE, such as that of GPT-2.';

describe('a tokenizer.json', () => {
  it('comes back as it was written', () => {
    const state = stateOf('han', ['<mask>', '<|end|>']);
    const specials = state.specials.map((special) => ({ ...special, inText: true }));
    expect(read(toTokenizerJson(state))).toEqual({ ...state, specials, counts: [] });
  });

  it('may have its merges as pairs or as two words', () => {
    const { merges } = JSON.parse(file({})).model;
    const words = merges.map((pair: string[]) => pair.join(' '));
    expect(read(file({}, { merges: words }))).toEqual(read(file({})));
  });

  it('may spell the pattern out, and normalize to NFC', () => {
    const level = { type: 'ByteLevel', add_prefix_space: false, use_regex: false };
    const Regex = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;
    const split = { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false };
    const preTokenizer = { type: 'Sequence', pretokenizers: [split, level] };
    const state = read(file({ pre_tokenizer: preTokenizer, normalizer: { type: 'NFC' } }));
    expect(state).toMatchObject({ split: 'gpt2', normalize: 'nfc' });
    const tokenizer = loadTokenizer(state);
    expect(tokenizer.decode(tokenizer.encode('e\u0301').ids)).toBe('\u00e9');
  });

  it.each([
    [file({ normalizer: { type: 'Lowercase' } }), 'normalizer: Lowercase is not supported.'],
    [
      file({ pre_tokenizer: { type: 'Whitespace' } }),
      'pre_tokenizer: Whitespace is not supported.',
    ],
    [file({ post_processor: { type: 'Bert' } }), 'post_processor: Bert is not supported.'],
    [file({}, { type: 'WordPiece' }), 'model: WordPiece is not supported.'],
    [file({}, { dropout: 0.1 }), 'model.dropout: 0.1 is not supported.'],
    [file({}, { byte_fallback: true }), 'model.byte_fallback: true is not supported.'],
    [
      file({}, { merges: [['a', 'zz']] }),
      'model.merges.0: the vocabulary lacks a token of this merge.',
    ],
    [file({}, { merges: [5] }), 'model.merges.0: this is not what belongs here.'],
    [file({}, { vocab: { a: 'b' } }), 'model.vocab.a: this is not what belongs here.'],
    [
      file({ added_tokens: [{ id: 0, content: '<a>', lstrip: true }] }),
      'added_tokens.0: lstrip is not supported.',
    ],
    [file({ truncation: { max_length: 5 } }), 'truncation: a value is not supported.'],
  ])('is refused by its part that is not supported: %#', (json, sentence) => {
    expect(() => read(json)).toThrow(`mine.json at ${sentence} ${fix}`);
  });

  it('that is none is refused', () => {
    for (const json of ['', '[', '[]', 'null', '"x"', '['.repeat(200_000)])
      expect(() => read(json)).toThrow(`mine.json: this is no tokenizer.json. ${fix}`);
  });
});

describe('a hostile tokenizer.json', () => {
  const said = (json: string): string => {
    try {
      read(json);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return error.message;
    }
    return '';
  };

  it('with a million merges, or tokens, is refused', () => {
    const list = (n: number, entry: (at: number) => string) =>
      Array.from({ length: n }, (_, at) => entry(at)).join();
    const merges = (n: number) =>
      file({}, { merges: [] }).replace('"merges":[]', `"merges":[${list(n, () => '"a a"')}]`);
    const vocab = (n: number) =>
      file({}, { vocab: {} }).replace(
        '"vocab":{}',
        `"vocab":{${list(n, (id) => `"t${id}":${id}`)}}`,
      );
    expect(said(merges(1e6))).toContain('mine.json: there are more than 640,000 entries');
    expect(said(vocab(1e6))).toContain('mine.json: there are more than 640,000 entries');
    expect(said(merges(2e5))).toContain('model.merges: there are more than 160,000 entries');
    expect(said(vocab(2e5))).toContain('model.vocab: there are more than 160,000 entries');
  });

  it('with tokens that grow without end is refused', () => {
    const whole = JSON.parse(file({}));
    const merges: string[] = [];
    let token = 'a';
    for (let id = 400; token.length < 1e6; id++) {
      merges.push(`${token} ${token}`);
      token += token;
      whole.model.vocab[token] = id;
    }
    expect(said(JSON.stringify({ ...whole, model: { ...whole.model, merges } }))).not.toBe('');
  });

  it('with __proto__ and odd ids is refused', () => {
    const json = file({}).replace('"vocab":{', '"vocab":{"__proto__":1e308,');
    expect(said(json)).toContain('model.vocab.__proto__');
  });

  it('of any other make is refused with a Problem', () => {
    const base = JSON.parse(file({}));
    const parts = fc.constantFrom(
      ...Object.keys(base),
      'model.vocab',
      'model.merges',
      'model.type',
    );
    fc.assert(
      fc.property(parts, fc.jsonValue(), (part, value) => {
        const [outer = '', inner] = part.split('.');
        const changed = inner
          ? { ...base, [outer]: { ...base[outer], [inner]: value } }
          : { ...base, [outer]: value };
        said(JSON.stringify(changed));
      }),
      { numRuns: 300 },
    );
  });
});
