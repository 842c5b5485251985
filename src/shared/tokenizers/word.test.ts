import { describe, expect, it, vi } from 'vitest';
import { fitTokenizer, loadTokenizer } from './registry';
import { eachWord } from './segments';

const platform = { icu: '74.1' };
const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  eachWord(text, (word) => words.push(word));
  return words;
};

describe('word tokenizer', () => {
  it('cuts words, spaces and marks apart, Chinese by a dictionary', () => {
    expect(wordsOf("It's 3.5 km.")).toEqual(["It's", ' ', '3.5', ' ', 'km', '.']);
    expect(wordsOf('我们喜欢学习人工智能。')).toContain('我们');
    expect(wordsOf('我们喜欢学习人工智能。').length).toBeLessThan(9);
  });

  it('gives the platform long texts in short pieces, which lose nothing', () => {
    const text = '我们喜欢学习人工智能'.repeat(12_000);
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(wordsOf(text).join('')).toBe(text);
    const lengths = segment.mock.calls.map(([piece]) => piece.length);
    segment.mockRestore();
    expect(lengths.length).toBeGreaterThan(50);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2000);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(text.length);
  });

  it('never cuts between the halves of a character', () => {
    const text = '𠮷'.repeat(3001);
    expect(wordsOf(text).every((word) => word.isWellFormed())).toBe(true);
  });

  it('keeps the most frequent words; every other is <unk> and counted', () => {
    const params = { vocab_size: 3 };
    const tokenizer = fitTokenizer('word', 'b b a a c', [], { params, platform });
    expect(tokenizer.n_vocab).toBe(3);
    const { ids, n_unknown } = tokenizer.encode('a b c');
    expect(tokenizer.decode(ids)).toBe('a <unk> <unk>');
    expect(n_unknown).toBe(2);
  });

  it('says when it is used with other rules for words than it was fitted with', () => {
    const saved = fitTokenizer('word', 'a b', [], { platform }).save();
    expect(loadTokenizer(saved, platform).warning).toBeUndefined();
    expect(loadTokenizer(saved, { icu: '72.1' }).warning?.what.en).toBe(
      'it was fitted with the word rules of ICU 74.1, and this program has ICU 72.1: some words may be cut otherwise.',
    );
  });
});
