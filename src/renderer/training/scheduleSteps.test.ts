import { expect, it } from 'vitest';
import { scheduleSteps } from './scheduleSteps';

it('holds the first step, the end of the warm-up and the last step', () => {
  const steps = scheduleSteps({ warmup_steps: 7, max_steps: 1000 }, 10);
  expect(steps.slice(0, 3)).toEqual([1, 7, 100]);
  expect(steps.at(-1)).toBe(1000);
});

it('takes each step of a short run once', () => {
  expect(scheduleSteps({ warmup_steps: 0, max_steps: 3 })).toEqual([1, 2, 3]);
  expect(scheduleSteps({ warmup_steps: 50, max_steps: 1 })).toEqual([1]);
});
