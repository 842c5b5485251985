import type { Metric } from '@shared/contract/trainer';
import { describe, expect, it } from 'vitest';
import { type ChartRun, chartLines, readAt, valueRange } from './chartLines';
import { emptyLog, withMetrics } from './metricLog';
import { aRun } from './runs.testing';
import { viewOf } from './runView';

function chartRun(more: readonly Metric[] = []): ChartRun {
  const metrics = Array.from({ length: 200 }, (_, i) => i + 1).flatMap((step): Metric[] => [
    { step, train_loss: 4 - step / 100, lr: 0.001 },
    ...(step % 50 === 0 ? [{ step, val_loss: 4.1 - step / 100 }] : []),
  ]);
  const log = withMetrics(emptyLog, [...metrics, ...more]);
  return { view: { ...viewOf(aRun()), log }, name: 'A', color: 'blue', dotted: false };
}

const options = { charted: 'loss', smoothing: 0, log: false, maxPoints: 1500 } as const;

describe('chartLines', () => {
  it('draws training thin and validation thick', () => {
    const lines = chartLines([chartRun()], options);
    expect(lines.map(({ curve, thick, points }) => [curve, thick, points.length])).toEqual([
      ['train_loss', false, 200],
      ['val_loss', true, 4],
    ]);
  });

  it('leaves out what no axis can hold', () => {
    const run = chartRun([
      { step: 201, train_loss: Number.NaN },
      { step: 202, train_loss: -1 },
    ]);
    expect(chartLines([run], options)[0]?.points.length).toBe(201);
    expect(chartLines([run], { ...options, log: true })[0]?.points.length).toBe(200);
  });

  it('never smooths validation or the learning rate', () => {
    const plain = chartLines([chartRun()], options);
    const smoothed = chartLines([chartRun()], { ...options, smoothing: 0.9 });
    expect(smoothed[1]?.points).toEqual(plain[1]?.points);
    expect(smoothed[0]?.points).not.toEqual(plain[0]?.points);
  });
});

describe('valueRange', () => {
  it('holds all lines and guides', () => {
    const { low, high } = valueRange(chartLines([chartRun()], options), [4.17], false);
    expect(low).toBeLessThan(2);
    expect(high).toBeGreaterThan(4.17);
  });

  it('has a range even without a point', () => {
    expect(valueRange([], [], false)).toEqual({ low: 0, high: 1 });
  });
});

describe('readAt', () => {
  it('reads every line at one step, validation at its nearest', () => {
    const readings = readAt(chartLines([chartRun()], options), 90);
    expect(readings.map(({ step }) => step)).toEqual([90, 100]);
    expect(readings[0]?.value).toBeCloseTo(3.1, 6);
  });

  it('reads nothing beyond the end of a line', () => {
    expect(readAt(chartLines([chartRun()], options), 900)).toEqual([]);
  });
});
