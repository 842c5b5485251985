import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText, splitText, textDataset, windowStart } from './textFile';
import type { TokenRow } from './tokens';

const all = (row: TokenRow) => row.read(0, row.length);
const anyText = fc.string({ unit: 'binary', maxLength: 200 });

describe('splitText', () => {
  it('cuts once, losing nothing, never through a character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { train, val } = splitText(text);
        expect(train + val).toBe(text);
        expect(/[\ud800-\udbff]$/.test(train) && /^[\udc00-\udfff]/.test(val)).toBe(false);
        expect(Math.abs(train.length - 0.9 * text.length)).toBeLessThan(2);
      }),
    );
  });
});

describe('fitText', () => {
  it('learns its vocabulary from the training part only', () => {
    const { tokenizer, n_unknown, val } = fitText('character', `${'ab'.repeat(45)}xyzabxyzab`);
    expect(tokenizer.n_vocab).toBe(3);
    expect(n_unknown).toBe(6);
    expect(tokenizer.decode(all(val))).toBe('<unk><unk><unk>ab<unk><unk><unk>ab');
  });

  it('encodes the parts apart: together they are the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { tokenizer, train, val } = fitText('byte', text);
        expect(tokenizer.decode(all(train)) + tokenizer.decode(all(val))).toBe(text);
      }),
    );
  });
});

describe('textDataset', () => {
  const text = fitText(
    'byte',
    Array.from({ length: 500 }, (_, i) => String.fromCharCode(i % 128)).join(''),
  );
  const n_ctx = 7;
  const data = textDataset(text, n_ctx);

  it('draws training windows from the training part, by (seed, i) alone', () => {
    const starts = Array.from({ length: 300 }, (_, i) => data.train(1, i).tokens ?? []);
    expect(starts.every((window) => window.length === n_ctx + 1)).toBe(true);
    const joined = Array.from(all(text.train)).join();
    expect(starts.every((window) => joined.includes(Array.from(window).join()))).toBe(true);
    expect(data.train(1, 5)).toEqual(data.train(1, 5));
    expect(data.train(2, 5)).not.toEqual(data.train(1, 5));
  });

  it('reaches every start, the first and the last included', () => {
    const n_starts = 10;
    const counts = new Array<number>(n_starts).fill(0);
    for (let i = 0; i < 5000; i++) {
      const start = windowStart(3, i, n_starts);
      counts[start] = (counts[start] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(400);
    expect(Math.max(...counts)).toBeLessThan(600);
  });

  it('covers the validation part: every token is a target once, none twice', () => {
    const windows = Array.from({ length: data.n_val_examples }, (_, i) => data.val(i).tokens);
    const targets = windows.flatMap((window) => Array.from(window?.subarray(1) ?? []));
    expect(targets).toEqual(Array.from(text.val.read(1, 1 + targets.length)));
    expect(text.val.length - 1 - targets.length).toBeLessThan(n_ctx);
  });
});
