import { z } from 'zod';
import { defineTask, param, plainSymbols, randomIds } from './task';

const params = z.object({
  length: param(z.int().min(1).max(64).default(8), {
    en: 'Symbols in a sequence.',
    zh: '序列中的符号数。',
  }),
  n_symbols: param(z.int().min(2).max(60).default(16), {
    en: 'Different symbols.',
    zh: '不同符号的个数。',
  }),
});

const shared = {
  params,
  objectives: ['nextToken', 'seq2seq'],
  symbols: ({ n_symbols }: z.output<typeof params>) => plainSymbols(n_symbols),
  longest: ({ length }: z.output<typeof params>) => 2 * length + 1,
};

/** The answer is the question. */
export const copy = defineTask({
  ...shared,
  type: 'copy',
  title: { en: 'Copy', zh: '复制' },
  docs: {
    summary: { en: 'Say the sequence again: 3 1 2 → 3 1 2.', zh: '原样重复序列：3 1 2 → 3 1 2。' },
    source: 'Graves et al. 2014, Neural Turing Machines, §4.1',
  },
  make(random, { length, n_symbols }) {
    const source = randomIds(random, length, n_symbols);
    return { source, tokens: source };
  },
});

/** The answer is the question backwards. */
export const reverse = defineTask({
  ...shared,
  type: 'reverse',
  title: { en: 'Reverse', zh: '倒序' },
  docs: {
    summary: { en: 'Say the sequence backwards: 3 1 2 → 2 1 3.', zh: '倒着说：3 1 2 → 2 1 3。' },
    source: 'Sutskever et al. 2014, Sequence to Sequence Learning, §3.3',
  },
  make(random, { length, n_symbols }) {
    const source = randomIds(random, length, n_symbols);
    return { source, tokens: source.slice().reverse() };
  },
});

/** The answer is the question in order. */
export const sort = defineTask({
  ...shared,
  type: 'sort',
  title: { en: 'Sort', zh: '排序' },
  docs: {
    summary: { en: 'Put the symbols in order: 3 1 2 → 1 2 3.', zh: '按顺序排好：3 1 2 → 1 2 3。' },
    source: 'Graves et al. 2014, Neural Turing Machines, §4.5',
  },
  make(random, { length, n_symbols }) {
    const source = randomIds(random, length, n_symbols);
    return { source, tokens: source.slice().sort() };
  },
});
