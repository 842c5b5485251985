import { describe, expect, it } from 'vitest';
import { fitTokenizer } from '../tokenizers/registry';
import { DuplicateCounter } from './duplicates';
import { TokenCounter } from './statistics';

describe('statistics of tokens', () => {
  it('are how many differ, how long they are, and what a unigram model loses', () => {
    const tokenizer = fitTokenizer('character', 'aabc🐼');
    const counter = new TokenCounter(tokenizer.n_vocab);
    counter.add(tokenizer.encode('aab').ids);
    counter.add(tokenizer.encode('c').ids);
    const { unigramEntropy, ...others } = counter.describe(tokenizer);
    expect(others).toEqual({ n_distinct: 3, meanLength: 1, longest: 'a' });
    expect(unigramEntropy).toBeCloseTo(1.5 * Math.log(2), 12);
  });

  it('of nothing are nothing', () => {
    const tokenizer = fitTokenizer('byte', 'a');
    expect(new TokenCounter(256).describe(tokenizer)).toEqual({
      n_distinct: 0,
      meanLength: 0,
      longest: '',
      unigramEntropy: 0,
    });
  });
});

describe('duplicates between the parts', () => {
  it('are counted, whichever part comes first', () => {
    const counter = new DuplicateCounter();
    counter.add(true, 'late');
    for (const record of ['a', 'b', 'late', 'a']) counter.add(false, record);
    for (const record of ['a', 'a', 'x']) counter.add(true, record);
    expect(counter.count()).toEqual({ n_val_records: 4, n_duplicates: 3 });
  });

  it('are estimated from a part when there are very many', () => {
    const counter = new DuplicateCounter(1000);
    for (let i = 0; i < 20_000; i++) counter.add(false, `record ${i}`);
    for (let i = 0; i < 10_000; i++) counter.add(true, `record ${2 * i + 5000}`);
    const { n_val_records, n_duplicates } = counter.count();
    expect(n_val_records).toBe(10_000);
    expect(Math.abs(n_duplicates - 7500)).toBeLessThan(1000);
  });
});
