import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textSchema } from '../contract/problem';
import { fitTokenizer, loadTokenizer, tokenizerByType } from './registry';

/** Every code point, and what people write: emoji of several code points, letters with combining marks. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^(?:[a-z' ]|[你好，。\n]|👩‍👩‍👧|🇨🇳|é|<mask>){0,60}$/u),
);

describe.each([...tokenizerByType.values()])('tokenizer $type', (kind) => {
  it('gives back every text whose characters it knows', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokenizer = fitTokenizer(kind.type, text);
        const { ids, n_unknown } = tokenizer.encode(text);
        expect(n_unknown).toBe(0);
        expect(tokenizer.decode(ids)).toBe(text);
      }),
    );
  });

  it('refuses half a character with a sentence', () => {
    const tokenizer = fitTokenizer(kind.type, 'ab');
    const sentence =
      'Text: there is half a character (U+D83D) at place 3, which stands for nothing. Delete it or type the character anew.';
    expect(() => tokenizer.encode('ab\ud83d')).toThrow(sentence);
    expect(() => fitTokenizer(kind.type, 'ab\ud83dc')).toThrow(sentence);
  });

  it('never takes text for a special token of an objective', () => {
    const text = 'ab <mask> <eos>';
    const tokenizer = fitTokenizer(kind.type, text, ['<mask>', '<eos>']);
    const special = ['<mask>', '<eos>'].map((token) => tokenizer.specials.get(token));
    const ids = Array.from(tokenizer.encode(text).ids);
    expect(special.some((id) => id !== undefined && ids.includes(id))).toBe(false);
    expect(tokenizer.decode(ids)).toBe(text);
  });

  it('fits the same text to the same tokens', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fitTokenizer(kind.type, text).hash).toBe(fitTokenizer(kind.type, text).hash);
      }),
    );
  });

  it('describes every param, and refuses what is out of range', () => {
    for (const [name, field] of Object.entries(kind.params.shape)) {
      const { name: title, help } = field.meta() ?? {};
      expect(textSchema.parse(title).zh).toMatch(/\p{Script=Han}/u);
      expect(textSchema.parse(help).zh).toMatch(/\p{Script=Han}/u);
      const fit = () => fitTokenizer(kind.type, 'ab', [], { params: { [name]: -1 } });
      expect(fit).toThrow(`${kind.title.en}: ${name}: `);
    }
  });

  it('gives only ids below n_vocab, whatever the text', () => {
    fc.assert(
      fc.property(anyText, anyText, (train, other) => {
        const tokenizer = fitTokenizer(kind.type, train);
        expect(tokenizer.encode(other).ids.every((id) => id < tokenizer.n_vocab)).toBe(true);
      }),
    );
  });

  it('decodes token by token what it decodes at once', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(400)), (train, numbers) => {
        const tokenizer = fitTokenizer(kind.type, train);
        const ids = numbers.map((n) => n % tokenizer.n_vocab);
        const decoder = tokenizer.decoder();
        expect(ids.map((id) => decoder.push(id)).join('') + decoder.end()).toBe(
          tokenizer.decode(ids),
        );
      }),
    );
  });

  it('never shows a replacement character, and shows every token', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400)), (numbers) => {
        const tokenizer = fitTokenizer(kind.type, '春眠不觉晓 🐼\n\t');
        const ids = numbers.map((n) => n % tokenizer.n_vocab);
        const shown = tokenizer.pieces(ids);
        expect(shown).toHaveLength(ids.length);
        expect(shown.every((piece) => piece.trim() !== '')).toBe(true);
        expect(shown.join('') + tokenizer.decode(ids)).not.toContain('\ufffd');
      }),
    );
  });

  it('is the same after saving as JSON and loading', () => {
    const tokenizer = fitTokenizer(kind.type, 'to be, or not to be 你好', ['<mask>']);
    const loaded = loadTokenizer(JSON.parse(JSON.stringify(tokenizer.save())));
    expect(loaded.hash).toBe(tokenizer.hash);
    expect(loaded.encode('to be 你')).toEqual(tokenizer.encode('to be 你'));
    expect(loaded.specials.get('<mask>')).toBe(tokenizer.specials.get('<mask>'));
  });

  it('has another hash with another vocabulary', () => {
    const plain = fitTokenizer(kind.type, 'abc');
    expect(fitTokenizer(kind.type, 'abc', ['<mask>']).hash).not.toBe(plain.hash);
    expect(fitTokenizer(kind.type, 'abc').hash).toBe(plain.hash);
  });

  it('speaks both languages', () => {
    const texts = [kind.title, kind.docs.summary];
    expect(texts.every(({ en, zh }) => en !== '' && /\p{Script=Han}/u.test(zh))).toBe(true);
  });
});

describe('loadTokenizer', () => {
  it('says what is wrong with a saved tokenizer', () => {
    expect(() => loadTokenizer({ type: 'words' })).toThrow(
      'Tokenizer: there is no tokenizer "words". Use one of character, byte, word, bpe.',
    );
    expect(() => loadTokenizer({ type: 'character', specials: [], characters: 'aa' })).toThrow(
      'The saved tokenizer: expected every character once. Start a new run to fit it again.',
    );
  });

  it('refuses anything else with a Problem', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => loadTokenizer(value)).toThrow('okenizer');
      }),
    );
  });
});
