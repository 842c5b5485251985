import { describe, expect, it } from 'vitest';
import { Series } from './series';

describe('Series', () => {
  it('grows without losing a point', () => {
    const series = new Series();
    for (let step = 1; step <= 1000; step += 1) series.push(step, step / 2);
    expect(series.length).toBe(1000);
    expect(series.values[999]).toBe(500);
    expect(series.last()).toEqual({ step: 1000, value: 500 });
  });

  it('starts over from a step that comes again', () => {
    const series = new Series();
    for (const step of [10, 20, 30, 40]) series.push(step, step);
    series.push(20, 1);
    expect([...series.steps]).toEqual([10, 20]);
    expect([...series.values]).toEqual([10, 1]);
  });

  it('finds the nearest point within reach', () => {
    const series = new Series();
    for (const step of [0, 50, 100]) series.push(step, step);
    expect(series.near(60, 25)?.step).toBe(50);
    expect(series.near(80, 25)?.step).toBe(100);
    expect(series.near(130, 25)).toBeNull();
    expect(new Series().near(1, 10)).toBeNull();
  });
});
