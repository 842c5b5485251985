import { expect, it } from 'vitest';
import { MetricLog } from './metricLog';

it('sorts a metric into its curves', () => {
  const log = new MetricLog();
  log.add({ step: 1, train_loss: 4, lr: 0.1 });
  log.add({ step: 2, val_loss: 3 });
  expect(log.curves.train_loss.last()).toEqual({ step: 1, value: 4 });
  expect(log.curves.val_loss.last()).toEqual({ step: 2, value: 3 });
  expect(log.curves.grad_norm.length).toBe(0);
});

it('writes the same step of a sample only once when a run went back', () => {
  const log = new MetricLog();
  for (const step of [100, 200, 300]) log.add({ step, sample: `at ${step}` });
  log.add({ step: 200, sample: 'again' });
  expect(log.samples).toEqual([
    { step: 100, text: 'at 100' },
    { step: 200, text: 'again' },
  ]);
});

it('keeps the last 200 samples', () => {
  const log = new MetricLog();
  for (let step = 1; step <= 250; step += 1) log.add({ step, sample: '' });
  expect(log.samples.length).toBe(200);
  expect(log.samples[0]?.step).toBe(51);
});
