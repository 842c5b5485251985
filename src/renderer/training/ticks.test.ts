import { describe, expect, it } from 'vitest';
import { axisEnd, logTicks, niceTicks } from './ticks';

describe('niceTicks', () => {
  it.each([
    [0, 1000, 4, [0, 500, 1000]],
    [1.3, 4.2, 5, [2, 3, 4]],
    [0, 0.001, 4, [0, 0.0005, 0.001]],
    [0, 200, 5, [0, 50, 100, 150, 200]],
  ])('%d to %d about %d times', (low, high, count, ticks) => {
    expect(niceTicks(low, high, count)).toEqual(ticks);
  });

  it('answers the one value of an empty range', () => {
    expect(niceTicks(3, 3, 4)).toEqual([3]);
  });
});

describe('axisEnd', () => {
  it.each([
    [0, 1000, 1],
    [1, 1000, 1],
    [120, 1000, 200],
    [510, 1000, 1000],
    [1200, 1500, 1500],
    [300, 200, 300],
  ])('step %d of %d is held by 0 to %d', (step, max_steps, end) => {
    expect(axisEnd(step, max_steps)).toBe(end);
  });
});

describe('logTicks', () => {
  it('takes powers of ten over a wide range', () => {
    expect(logTicks(1e-5, 2)).toEqual([1e-5, 1e-4, 1e-3, 0.01, 0.1, 1]);
  });

  it('fills a narrow range', () => {
    expect(logTicks(1.2, 4.5)).toEqual([1.5, 2, 3, 4]);
  });

  it('has nothing to say below zero', () => {
    expect(logTicks(-1, 2)).toEqual([-1]);
  });
});
