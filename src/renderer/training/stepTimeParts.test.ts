import type { StepTime } from '@shared/contract/trainer';
import { noTimes } from '@shared/tensor/ops';
import { describe, expect, it } from 'vitest';
import { sliceStep } from './stepTimeParts';

const none = noTimes();
const time = (change: Partial<StepTime>): StepTime => ({
  step: 9,
  n_steps: 3,
  ms: 40,
  parts: none,
  wait: 0,
  ...change,
});

describe('the slices of a step', () => {
  it('stand from largest to smallest, the rest last, and add up', () => {
    const parts = { ...none, attention: 6, matmul: 24, loss: 0.1 };
    const slices = sliceStep(time({ parts, wait: 8 }));
    expect(slices).toEqual([
      { part: 'matmul', ms: 24, share: 0.6 },
      { part: 'wait', ms: 8, share: 0.2 },
      { part: 'attention', ms: 6, share: 0.15 },
      { part: 'rest', ms: 2, share: 0.05 },
    ]);
    expect(slices.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('are one where nothing can be told apart', () => {
    expect(sliceStep(time({}))).toEqual([{ part: 'rest', ms: 40, share: 1 }]);
  });
});
