import { describe, expect, it } from 'vitest';
import { fitTokenizer } from './registry';

describe('character tokenizer', () => {
  it('numbers the characters in code point order, after <unk>', () => {
    const tokenizer = fitTokenizer('character', 'hello 🐼');
    expect(tokenizer.n_vocab).toBe(7);
    expect([...tokenizer.encode('🐼 eh').ids]).toEqual([6, 1, 2, 3]);
  });

  it('counts characters never seen and shows them as <unk>', () => {
    const tokenizer = fitTokenizer('character', 'abc');
    const { ids, n_unknown } = tokenizer.encode('axb🐼');
    expect(n_unknown).toBe(2);
    expect(tokenizer.decode(ids)).toBe('a<unk>b<unk>');
    expect(tokenizer.pieces(ids)).toEqual(['a', '<unk>', 'b', '<unk>']);
  });

  it('takes the narrowest array for its ids', () => {
    const wide = String.fromCodePoint(...Array.from({ length: 300 }, (_, i) => 0x4e00 + i));
    expect(fitTokenizer('character', 'ab').encode('ab').ids).toBeInstanceOf(Uint8Array);
    expect(fitTokenizer('character', wide).encode(wide).ids).toBeInstanceOf(Uint16Array);
  });

  it('makes whitespace and invisible characters visible', () => {
    const text = ' \n\t\u200b字';
    const tokenizer = fitTokenizer('character', text);
    expect(tokenizer.pieces(tokenizer.encode(text).ids)).toEqual(['␣', '↵', '⇥', '⟨U+200B⟩', '字']);
  });
});
