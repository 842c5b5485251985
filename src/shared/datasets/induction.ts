import { z } from 'zod';
import { defineTask, param, plainSymbols, randomIds } from './task';

/** Random symbols, then the same again, from anywhere on: whoever looks back to what followed last time knows the rest. */
export const induction = defineTask({
  type: 'induction',
  title: { en: 'Induction', zh: '归纳（重复序列）' },
  docs: {
    summary: {
      en: 'A random sequence comes twice: the second time, every symbol can be known by what followed it the first time.',
      zh: '随机序列出现两遍：第二遍的每个符号都能从第一遍中其后的符号得知。',
    },
    source: 'Olsson et al. 2022, In-context Learning and Induction Heads',
  },
  params: z.object({
    length: param(z.int().min(4).max(256).default(32), {
      en: 'Symbols in a sequence.',
      zh: '序列的符号数。',
    }),
    n_symbols: param(z.int().min(4).max(60).default(16), {
      en: 'Different symbols.',
      zh: '不同符号的个数。',
    }),
    period: param(z.int().min(0).max(128).default(0), {
      en: 'Symbols before the repetition; 0 = another number every time.',
      zh: '重复前的符号数；0 = 每次都不同。',
    }),
  }),
  objectives: ['nextToken', 'maskedToken'],
  symbols: ({ n_symbols }) => plainSymbols(n_symbols),
  longest: ({ length }) => length,
  make(random, { length, n_symbols, period }) {
    const half = Math.floor(length / 2);
    const every =
      period > 0 ? Math.min(period, length - 1) : half - random.int(Math.ceil(half / 2));
    const once = randomIds(random, every, n_symbols);
    return { tokens: Int32Array.from({ length }, (_, i) => once[i % every] ?? 0) };
  },
});
