import { z } from 'zod';
import { defineTask, param, plainSymbols, randomIds } from './task';

/** Random symbols, but the fifth is the last one's copy: only who sees the right side can fill it in. */
export const cloze = defineTask({
  type: 'cloze',
  title: { en: 'Cloze', zh: '完形' },
  docs: {
    summary: {
      en: 'Eight symbols; the fifth equals the last. Reading from the left, it cannot be known; with both sides in view, it can.',
      zh: '八个符号，第五个等于最后一个。从左往右读时无法得知，两边都能看时就能填出。',
    },
    source: 'Devlin et al. 2019, BERT, §1: deep bidirectional context',
  },
  params: z.object({
    n_symbols: param(z.int().min(2).max(60).default(10), {
      en: 'Different symbols.',
      zh: '不同符号的个数。',
    }),
  }),
  objectives: ['maskedToken', 'nextToken'],
  symbols: ({ n_symbols }) => plainSymbols(n_symbols),
  longest: () => 8,
  make(random, { n_symbols }) {
    const tokens = randomIds(random, 8, n_symbols);
    tokens.copyWithin(4, 7, 8);
    return { tokens };
  },
});
