import { describe, expect, it } from 'vitest';
import { showBytes, showCompact, showCount, showLoss, showMoment, showRate } from './format';

it.each([
  [0, '0'],
  [7.25, '7.3'],
  [420, '420'],
  [12_345, '12.3k'],
  [999_499, '999k'],
  [1_250_000, '1.3M'],
  [Number.NaN, '–'],
])('showCompact %d is %s', (value, text) => {
  expect(showCompact(value)).toBe(text);
});

it.each([
  [0, '0'],
  [0.001, '0.001'],
  [0.00123456, '0.00123'],
  [0.0003, '3e-4'],
  [0.000123, '1.23e-4'],
])('showRate %d is %s', (value, text) => {
  expect(showRate(value)).toBe(text);
});

it.each([
  [0, '0 B'],
  [814, '814 B'],
  [1_115_394, '1.1 MB'],
  [200_000_000, '200 MB'],
])('showBytes %d is %s', (value, text) => {
  expect(showBytes(value)).toBe(text);
});

it('shows a moment in the language of the window', () => {
  expect(showMoment('2024-11-29T21:44:05', 'en')).toBe('Nov 29, 21:44');
  expect(showMoment('2024-11-29T21:44:05', 'zh')).toBe('11月29日 21:44');
  expect(showMoment('yesterday', 'en')).toBe('–');
});

describe('showLoss and showCount', () => {
  it('shows what there is', () => {
    expect(showLoss(null)).toBe('–');
    expect(showLoss(4.17439)).toBe('4.174');
    expect(showLoss(Number.NaN)).toBe('NaN');
    expect(showCount(1234567)).toBe('1,234,567');
    expect(showCount(12)).toBe('12');
  });
});
