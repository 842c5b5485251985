import { describe, expect, it } from 'vitest';
import { noPoints, type Series } from './series';

const seriesOf = (steps: readonly number[]) =>
  steps.reduce<Series>((series, step) => series.with(step, step), noPoints);

describe('Series', () => {
  it('grows without losing a point', () => {
    const series = seriesOf(Array.from({ length: 1000 }, (_, i) => i + 1));
    expect(series.length).toBe(1000);
    expect(series.values[998]).toBe(999);
    expect(series.last()).toEqual({ step: 1000, value: 1000 });
  });

  it('starts over from a step that comes again, and leaves what was before as it was', () => {
    const before = seriesOf([10, 20, 30, 40]);
    const after = before.with(20, 1);
    expect([...after.steps]).toEqual([10, 20]);
    expect([...after.values]).toEqual([10, 1]);
    expect([...before.values]).toEqual([10, 20, 30, 40]);
  });

  it('goes on two ways from the same beginning', () => {
    const both = seriesOf([1, 2]);
    const [one, other] = [both.with(3, 30), both.with(4, 40)];
    expect([...both.values]).toEqual([1, 2]);
    expect([...one.values]).toEqual([1, 2, 30]);
    expect([...other.values]).toEqual([1, 2, 40]);
  });

  it('finds the nearest point within reach', () => {
    const series = seriesOf([0, 50, 100]);
    expect(series.near(60, 25)?.step).toBe(50);
    expect(series.near(80, 25)?.step).toBe(100);
    expect(series.near(130, 25)).toBeNull();
    expect(noPoints.near(1, 10)).toBeNull();
  });
});
