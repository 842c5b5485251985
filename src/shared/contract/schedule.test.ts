import { describe, expect, it } from 'vitest';
import { learningRate } from './schedule';

const settings = {
  lr: 0.01,
  min_lr: 0.001,
  warmup_steps: 10,
  max_steps: 110,
  schedule: 'cosine' as const,
  decay_steps: 25,
  decay_factor: 0.5,
};

describe('learningRate', () => {
  it('rises evenly to lr at the end of the warm-up', () => {
    expect(learningRate(settings, 1)).toBeCloseTo(0.001, 12);
    expect(learningRate(settings, 5)).toBeCloseTo(0.005, 12);
    expect(learningRate(settings, 10)).toBe(0.01);
  });

  it('starts at lr without a warm-up', () => {
    expect(learningRate({ ...settings, warmup_steps: 0, schedule: 'constant' }, 1)).toBe(0.01);
  });

  it.each([
    ['linear', 60, 0.0055],
    ['cosine', 60, 0.0055],
    ['cosine', 35, 0.001 + (0.009 * (1 + Math.SQRT1_2)) / 2],
    ['linear', 35, 0.00775],
    ['constant', 110, 0.01],
    ['linear', 110, 0.001],
    ['cosine', 110, 0.001],
    ['cosine', 500, 0.001],
  ] as const)('%s at step %d is %d', (schedule, step, lr) => {
    expect(learningRate({ ...settings, schedule }, step)).toBeCloseTo(lr, 12);
  });

  it.each([
    [1, 1.74692811e-7],
    [100, 1.74692811e-5],
    [1000, 1.74692811e-4],
    [4000, 6.98771243e-4],
    [8000, 4.94105884e-4],
    [100_000, 1.39754249e-4],
  ])('noam at step %d is %d, as in the paper', (step, lr) => {
    const noam = { ...settings, schedule: 'noam' as const, warmup_steps: 4000 };
    const peak = 1 / Math.sqrt(512 * 4000);
    expect(learningRate({ ...noam, lr: peak }, step) / lr).toBeCloseTo(1, 7);
  });

  it.each([
    [10, 0.01],
    [34, 0.01],
    [35, 0.005],
    [60, 0.0025],
    [110, 0.000625],
  ])('stepwise at step %d is %d', (step, lr) => {
    expect(learningRate({ ...settings, schedule: 'stepwise' }, step)).toBeCloseTo(lr, 12);
  });

  it('is a number when the warm-up is longer than the run', () => {
    expect(learningRate({ ...settings, warmup_steps: 200 }, 110)).toBeCloseTo(0.0055, 12);
    expect(learningRate({ ...settings, warmup_steps: 110 }, 111)).toBeCloseTo(0.001, 12);
  });
});
