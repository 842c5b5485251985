import { expect, it } from 'vitest';
import { heatmapSize } from './heatmapSize';

it('fills the width with whole or half pixels', () => {
  const size = heatmapSize(16, 220, 8, false);
  expect(size).toEqual({ cell: 12.5, gutter: 14, labelEvery: 1, side: 214 });
});

it('labels fewer tokens where cells are small', () => {
  expect(heatmapSize(64, 220, 8, false)).toMatchObject({ cell: 3, labelEvery: 4 });
});

it('grows beyond the width to stay readable', () => {
  expect(heatmapSize(64, 220, 8, true)).toMatchObject({ cell: 12, labelEvery: 1, side: 782 });
});

it('does not blow few tokens up without end', () => {
  expect(heatmapSize(2, 500, 8, false).cell).toBe(28);
});
