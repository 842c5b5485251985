import type { Metric } from '@shared/contract/trainer';
import { expect, it } from 'vitest';
import { emptyLog, withMetrics } from './metricLog';

it('sorts a metric into its curves', () => {
  const log = withMetrics(emptyLog, [
    { step: 1, train_loss: 4, lr: 0.1 },
    { step: 2, val_loss: 3 },
  ]);
  expect(log.curves.train_loss.last()).toEqual({ step: 1, value: 4 });
  expect(log.curves.val_loss.last()).toEqual({ step: 2, value: 3 });
  expect(log.curves.grad_norm.length).toBe(0);
});

it('leaves the log before as it was, and the curves that nothing was added to', () => {
  const before = withMetrics(emptyLog, [{ step: 1, train_loss: 4, lr: 0.1 }]);
  const after = withMetrics(before, [{ step: 2, train_loss: 3, sample: 'a' }]);
  expect(before.curves.train_loss.last()).toEqual({ step: 1, value: 4 });
  expect(before.samples).toEqual([]);
  expect(after.curves.train_loss).not.toBe(before.curves.train_loss);
  expect(after.curves.lr).toBe(before.curves.lr);
});

it('writes the same step of a sample only once when a run went back', () => {
  const steps: Metric[] = [100, 200, 300].map((step) => ({ step, sample: `at ${step}` }));
  const { samples } = withMetrics(emptyLog, [...steps, { step: 200, sample: 'again' }]);
  expect(samples).toEqual([
    { step: 100, text: 'at 100' },
    { step: 200, text: 'again' },
  ]);
});

it('keeps the last 200 samples', () => {
  const metrics = Array.from({ length: 250 }, (_, i) => ({ step: i + 1, sample: '' }));
  const { samples } = withMetrics(emptyLog, metrics);
  expect(samples.length).toBe(200);
  expect(samples[0]?.step).toBe(51);
});
