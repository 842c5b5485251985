import { expect, it } from 'vitest';
import { countTokens, idMatrix } from './batch';

it('counts the tokens of every feed, padding left out', () => {
  const padding = { rows: 2, length: 3, values: Int32Array.of(1, 1, 0, 1, 0, 0) };
  const feeds = { tokens: idMatrix(2, 4), source: idMatrix(2, 3) };
  const targets = idMatrix(2, 4);
  expect(countTokens({ feeds, padding: {}, targets })).toBe(14);
  expect(countTokens({ feeds, padding: { source: padding }, targets })).toBe(11);
});
