import { z } from 'zod';
import { defineTask, param, plainSymbols } from './task';

const PLUS = 10;

/** Two numbers of n digits → their sum of n + 1 digits. */
export const addition = defineTask({
  type: 'addition',
  title: { en: 'Addition', zh: '加法' },
  docs: {
    summary: {
      en: 'Add two numbers: 123+456 → 0579. Reversed, the answer starts with its last digit, as people compute it.',
      zh: '两数相加：123+456 → 0579。倒序时从个位写起，和手算一样。',
    },
    source: 'Lee et al. 2023, Teaching Arithmetic to Small Transformers, §3',
  },
  params: z.object({
    n_digits: param(z.int().min(1).max(8).default(3), {
      en: 'Digits of each number.',
      zh: '每个数的位数。',
    }),
    reversed: param(z.boolean().default(true), {
      en: 'The answer starts with its last digit.',
      zh: '答案从个位写起。',
    }),
  }),
  objectives: ['nextToken', 'seq2seq'],
  symbols: () => [...plainSymbols(10), '+'],
  longest: ({ n_digits }) => 3 * n_digits + 4,
  make(random, { n_digits, reversed }) {
    const [a, b] = [random.int(10 ** n_digits), random.int(10 ** n_digits)];
    const tokens = digits(a + b, n_digits + 1);
    if (reversed) tokens.reverse();
    const source = [...digits(a, n_digits), PLUS, ...digits(b, n_digits)];
    return { source: Int32Array.from(source), tokens: Int32Array.from(tokens) };
  },
});

function digits(n: number, length: number): number[] {
  return Array.from(String(n).padStart(length, '0'), Number);
}
