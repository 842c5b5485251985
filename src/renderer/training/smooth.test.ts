import { describe, expect, it } from 'vitest';
import { smooth } from './smooth';

describe('smooth', () => {
  it('leaves values alone at weight 0', () => {
    const values = Float32Array.of(1, 5, 2);
    expect(smooth(values, 0)).toBe(values);
  });

  it('starts at the first value and keeps a constant constant', () => {
    expect([...smooth(Float32Array.of(4, 4, 4), 0.9)]).toEqual([4, 4, 4]);
  });

  it('follows the formula', () => {
    const [a, b] = smooth(Float32Array.of(1, 3), 0.5);
    expect(a).toBe(1);
    expect(b).toBeCloseTo((0.25 * 1 + 0.5 * 3) / 0.75, 6);
  });

  it('goes on after a value that is no number', () => {
    const smoothed = smooth(Float32Array.of(1, Number.NaN, 1), 0.9);
    expect(smoothed[1]).toBeNaN();
    expect(smoothed[2]).toBeCloseTo(1, 6);
  });
});
