import { describe, expect, it } from 'vitest';
import { cellAfterKey, headOf, readCell, rowSums, sidesOf } from './pattern';

const layer = {
  name: 'decoder.0.attention',
  n_heads: 2,
  pattern: Float32Array.of(1, 0, 0.25, 0.75, 1, 0, 0.5, 0.5),
  causal: true,
};

it('takes one head out of a layer', () => {
  expect([...headOf(layer, 1)]).toEqual([1, 0, 0.5, 0.5]);
});

it('adds up each row', () => {
  expect(rowSums(headOf(layer, 0), 2)).toEqual([1, 1]);
});

describe('readCell', () => {
  const tokens = ['a', '␣'];
  const sides = { rows: tokens, columns: tokens };

  it('names both tokens and the weight', () => {
    const reading = readCell(sides, layer, 0, { row: 1, column: 0 });
    expect(reading).toEqual({ row: '␣', column: 'a', weight: 0.25, rowSum: 1, masked: false });
  });

  it('tells the future from a weight of zero', () => {
    expect(readCell(sides, layer, 1, { row: 0, column: 1 })?.masked).toBe(true);
  });

  it('reads nothing where there is no cell', () => {
    expect(readCell(sides, layer, 2, { row: 0, column: 0 })).toBeNull();
    expect(readCell(sides, layer, 0, { row: 5, column: 0 })).toBeNull();
  });
});

describe('cellAfterKey', () => {
  const sides = { rows: ['a', 'b', 'c'], columns: ['a', 'b', 'c'] };

  it('moves by one cell and stops at the edge', () => {
    expect(cellAfterKey('ArrowDown', { row: 0, column: 0 }, sides)).toEqual({ row: 1, column: 0 });
    expect(cellAfterKey('ArrowUp', { row: 0, column: 1 }, sides)).toEqual({ row: 0, column: 1 });
    expect(cellAfterKey('End', { row: 2, column: 0 }, sides)).toEqual({ row: 2, column: 2 });
  });

  it('leaves other keys alone', () => {
    expect(cellAfterKey('Tab', { row: 0, column: 0 }, sides)).toBeNull();
  });
});

it('calls what sums neighbours by all of them', () => {
  const lookup = { ...layer, n_heads: 1, causal: false } as const;
  const view = {
    step: 0,
    tokens: ['q'],
    source: ['k', '1', 'l', '2', 'm'],
    layers: [],
  };
  const pattern = Float32Array.of(0.5, 0.2, 0.3);
  const summed = { ...lookup, pattern, keys: 'source', keyTokens: 2 } as const;
  const sides = sidesOf(view, summed);
  expect(sides).toEqual({ rows: ['q'], columns: ['k1', 'l2', 'm'] });
  expect(readCell(sides, summed, 0, { row: 0, column: 2 })?.weight).toBeCloseTo(0.3, 6);
  expect(readCell(sides, summed, 0, { row: 0, column: 2 })?.rowSum).toBeCloseTo(1, 6);
});

it('has the target beside the rows and the source above the columns of cross-attention', () => {
  const cross = { ...layer, queries: 'tokens', keys: 'source', causal: false } as const;
  const view = {
    step: 0,
    tokens: ['<bos>'],
    source: ['the', 'cat', 'eats', 'fish'],
    layers: [cross],
  };
  const sides = sidesOf(view, cross);
  expect(sides).toEqual({ rows: view.tokens, columns: view.source });
  expect(readCell(sides, cross, 1, { row: 0, column: 2 })).toMatchObject({
    row: '<bos>',
    column: 'eats',
    weight: 0.5,
    masked: false,
  });
  expect(cellAfterKey('End', { row: 0, column: 0 }, sides)).toEqual({ row: 0, column: 3 });
  expect(cellAfterKey('ArrowDown', { row: 0, column: 3 }, sides)).toEqual({ row: 0, column: 3 });
});
