import { describe, expect, it } from 'vitest';
import { decimate } from './decimate';

const steps = (n: number) => Int32Array.from({ length: n }, (_, i) => i);

describe('decimate', () => {
  it('leaves a short line as it is', () => {
    const points = decimate(steps(3), Float32Array.of(3, 1, 2), 10);
    expect(points).toEqual([
      { step: 0, value: 3 },
      { step: 1, value: 1 },
      { step: 2, value: 2 },
    ]);
  });

  it('keeps ends and spikes of 100,000 points in at most 1,500', () => {
    const values = new Float32Array(100_000).fill(2);
    values[54_321] = 9;
    values[70_007] = -4;
    const points = decimate(steps(100_000), values, 1500);
    expect(points.length).toBeLessThanOrEqual(1500);
    expect(points[0]?.step).toBe(0);
    expect(points.at(-1)?.step).toBe(99_999);
    expect(points).toContainEqual({ step: 54_321, value: 9 });
    expect(points).toContainEqual({ step: 70_007, value: -4 });
  });

  it('answers in step order, each step once', () => {
    const values = Float32Array.from({ length: 5000 }, (_, i) => Math.sin(i));
    const found = decimate(steps(5000), values, 301).map((point) => point.step);
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
  });
});
