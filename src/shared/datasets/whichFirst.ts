import { z } from 'zod';
import { defineTask, differentIds, param, plainSymbols } from './task';

const [A, B, MARK, FILLERS] = [0, 1, 2, 3];

/** One A and one B somewhere among fillers, behind a mark → 1 when A comes first. */
export const whichFirst = defineTask({
  type: 'whichFirst',
  title: { en: 'Which came first', zh: '谁先出现' },
  docs: {
    summary: {
      en: 'Does A stand before B? Without positions and without a causal mask, nobody can tell.',
      zh: 'A 在 B 前面吗？没有位置信息、也没有因果掩码时，谁也说不出来。',
    },
    source:
      'Haviv et al. 2022, Transformer Language Models without Positional Encodings Still Learn',
  },
  params: z.object({
    length: param(z.int().min(4).max(256).default(16), {
      en: 'Symbols in a sequence, the mark included.',
      zh: '序列的符号数，含标记。',
    }),
    n_fillers: param(z.int().min(2).max(50).default(9), {
      en: 'Different fillers.',
      zh: '不同填充符号的个数。',
    }),
  }),
  objectives: ['sequenceLabel'],
  symbols: ({ n_fillers }) => ['A', 'B', '>', ...plainSymbols(n_fillers)],
  n_labels: () => 2,
  longest: ({ length }) => length,
  make(random, { length, n_fillers }) {
    const tokens = Int32Array.from({ length }, () => FILLERS + random.int(n_fillers));
    const [a = 0, b = 1] = differentIds(random, 2, length - 1).map((place) => place + 1);
    tokens.set([MARK]);
    tokens.set([A], a);
    tokens.set([B], b);
    return { tokens, labels: Int32Array.of(a < b ? 1 : 0) };
  },
});
