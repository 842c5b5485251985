import type { Data } from '@shared/contract/project';
import { expect, it } from 'vitest';
import { anyTokenizerSchema, withTokenizer } from './tokenizer';

const data: Data = {
  name: 'a.txt',
  file: 'data/0.txt',
  sha256: '0',
  sizeBytes: 1,
  encoding: 'utf-8',
  tokenizer: 'character',
};

it('keeps the tokenizer when none is given', () => {
  expect(withTokenizer(data, { lr: '1' })).toBe(data);
});

it('takes a tokenizer with its params, the others by their defaults', () => {
  expect(withTokenizer(data, { tokenizer: 'bpe', vocab_size: '512' })).toEqual({
    ...data,
    tokenizer: 'bpe',
    tokenizerParams: { vocab_size: 512, split: 'gpt2' },
  });
});

it('changes one param of the tokenizer that is there', () => {
  const bpe = withTokenizer(data, { tokenizer: 'bpe', vocab_size: '512' });
  expect(withTokenizer(bpe, { split: 'han' }).tokenizerParams).toEqual({
    vocab_size: 512,
    split: 'han',
  });
});

it('fits a tokenizer anew instead of the file that was brought along', () => {
  const brought = { ...data, tokenizerFile: { name: 't.json', file: 'data/t.json' } };
  expect(withTokenizer(brought, { tokenizer: 'word' })).not.toHaveProperty('tokenizerFile');
});

it('refuses what no tokenizer takes', () => {
  expect(() => withTokenizer(data, { tokenizer: 'bpe', vocab_size: '7' })).toThrow(
    'The command line at vocab_size: ',
  );
  expect(() => withTokenizer(data, { tokenizer: 'letters' })).toThrow('--tokenizer');
});

it('offers the params of every tokenizer', () => {
  expect(Object.keys(anyTokenizerSchema().shape)).toEqual(['vocab_size', 'split']);
});
