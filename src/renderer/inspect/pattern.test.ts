import { describe, expect, it } from 'vitest';
import { cellAfterKey, headOf, readCell, rowSums } from './pattern';

const layer = {
  name: 'decoder.0.attention',
  n_heads: 2,
  pattern: Float32Array.of(1, 0, 0.25, 0.75, 1, 0, 0.5, 0.5),
  causal: true,
};

it('takes one head out of a layer', () => {
  expect([...headOf(layer, 1, 2)]).toEqual([1, 0, 0.5, 0.5]);
});

it('adds up each row', () => {
  expect(rowSums(headOf(layer, 0, 2), 2)).toEqual([1, 1]);
});

describe('readCell', () => {
  const tokens = ['a', '␣'];

  it('names both tokens and the weight', () => {
    const reading = readCell(tokens, layer, 0, { row: 1, column: 0 });
    expect(reading).toEqual({ row: '␣', column: 'a', weight: 0.25, rowSum: 1, masked: false });
  });

  it('tells the future from a weight of zero', () => {
    expect(readCell(tokens, layer, 1, { row: 0, column: 1 })?.masked).toBe(true);
  });

  it('reads nothing where there is no cell', () => {
    expect(readCell(tokens, layer, 2, { row: 0, column: 0 })).toBeNull();
    expect(readCell(tokens, layer, 0, { row: 5, column: 0 })).toBeNull();
  });
});

describe('cellAfterKey', () => {
  it('moves by one cell and stops at the edge', () => {
    expect(cellAfterKey('ArrowDown', { row: 0, column: 0 }, 3)).toEqual({ row: 1, column: 0 });
    expect(cellAfterKey('ArrowUp', { row: 0, column: 1 }, 3)).toEqual({ row: 0, column: 1 });
    expect(cellAfterKey('End', { row: 2, column: 0 }, 3)).toEqual({ row: 2, column: 2 });
  });

  it('leaves other keys alone', () => {
    expect(cellAfterKey('Tab', { row: 0, column: 0 }, 3)).toBeNull();
  });
});
