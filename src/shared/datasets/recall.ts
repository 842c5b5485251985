import { z } from 'zod';
import { defineTask, param, plainSymbols, randomIds } from './task';

const sequence = {
  length: param(z.int().min(8).max(1024).default(32), {
    en: 'Symbols in a sequence.',
    zh: '序列的符号数。',
  }),
  n_symbols: param(z.int().min(2).max(60).default(16), {
    en: 'Different symbols.',
    zh: '不同符号的个数。',
  }),
};

/** Labels of every position: the symbols so many places before; −1 where there is none. */
function before(tokens: Int32Array, offsets: readonly number[], from: number): Int32Array {
  return Int32Array.from(
    Array.from(tokens, (_, t) =>
      offsets.map((o) => (t < from ? -1 : (tokens[t - o] ?? -1))),
    ).flat(),
  );
}

/** Every position says what stood some places before it. */
export const recall = defineTask({
  type: 'recall',
  title: { en: 'Look back', zh: '回看' },
  docs: {
    summary: {
      en: 'Every position says which symbol stood a few places before it: only positions can tell.',
      zh: '每个位置说出前面第几个符号：只有知道位置才能回答。',
    },
    source: 'Press et al. 2022, Train Short, Test Long: lengths beyond training',
  },
  params: z.object({
    ...sequence,
    offset: param(z.int().min(1).max(7).default(3), { en: 'How far back.', zh: '往回多远。' }),
    n_scored: param(z.int().min(0).max(1024).default(0), {
      en: 'Only so many last positions count; 0 = all.',
      zh: '只计最后若干个位置；0 = 全部。',
    }),
  }),
  objectives: ['tokenLabel'],
  symbols: ({ n_symbols }) => plainSymbols(n_symbols),
  n_labels: ({ n_symbols }) => n_symbols,
  longest: ({ length }) => length,
  make(random, { length, n_symbols, offset, n_scored }) {
    const tokens = randomIds(random, length, n_symbols);
    const from = n_scored > 0 ? length - n_scored : 0;
    return { tokens, labels: before(tokens, [offset], from) };
  },
});

const OFFSETS = [1, 3, 5, 7];

/** Every position says four symbols before it at once: as many as four heads can fetch. */
export const stripes = defineTask({
  type: 'stripes',
  title: { en: 'Stripes', zh: '条纹' },
  docs: {
    summary: {
      en: 'Every position says the symbols 1, 3, 5 and 7 places before it: four stripes in the attention of four heads.',
      zh: '每个位置同时说出前面第 1、3、5、7 个符号：四个头的注意力上会出现四条条纹。',
    },
    source: 'Vaswani et al. 2017, §3.2.2: heads attend to different positions at once',
  },
  params: z.object(sequence),
  objectives: ['tokenLabel'],
  symbols: ({ n_symbols }) => plainSymbols(n_symbols),
  n_labels: ({ n_symbols }) => OFFSETS.length * n_symbols,
  longest: ({ length }) => length,
  make(random, { length, n_symbols }) {
    const tokens = randomIds(random, length, n_symbols);
    return { tokens, labels: before(tokens, OFFSETS, 0) };
  },
});
