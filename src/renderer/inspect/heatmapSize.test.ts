import { expect, it } from 'vitest';
import { heatmapSize } from './heatmapSize';

const square = (T: number) => ({ rows: T, columns: T });

it('fills the width with whole or half pixels', () => {
  const size = heatmapSize(square(16), 220, 8, false);
  expect(size).toEqual({ cell: 12.5, gutter: 14, labelEvery: 1, width: 214, height: 214 });
});

it('labels fewer tokens where cells are small', () => {
  expect(heatmapSize(square(64), 220, 8, false)).toMatchObject({ cell: 3, labelEvery: 4 });
});

it('grows beyond the width to stay readable', () => {
  expect(heatmapSize(square(64), 220, 8, true)).toMatchObject({
    cell: 12,
    labelEvery: 1,
    width: 782,
  });
});

it('keeps within the width, however long the labels are', () => {
  const { width, gutter } = heatmapSize(square(32), 109, 200, false);
  expect(width).toBeLessThanOrEqual(109);
  expect(gutter).toBe(43);
});

it('does not blow few tokens up without end', () => {
  expect(heatmapSize(square(2), 500, 8, false).cell).toBe(28);
});

it('fits columns into the width, however many rows there are', () => {
  const size = heatmapSize({ rows: 40, columns: 10 }, 214, 8, false);
  expect(size).toMatchObject({ cell: 20, width: 214, height: 814 });
});
