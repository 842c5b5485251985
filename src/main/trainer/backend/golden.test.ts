import { expectGolden, goldenCases } from '@shared/blocks/golden.testing';
import { golden, trainGolden } from '@shared/training/golden.testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrainerBackend } from '../backend';
import { backendOf, VARIANTS } from './compare.testing';

describe.each(VARIANTS)('PyTorch numbers, %s', (variant) => {
  let backend: TrainerBackend;
  beforeAll(async () => {
    backend = await backendOf(variant);
  });

  it.each(goldenCases)('$type: $pytorch', (one) => {
    expectGolden(one, backend.ops);
  });

  it('trains the tiny GPT to the losses and norms that PyTorch has', async () => {
    const { steps } = await trainGolden(backend);
    for (const [i, { train_loss, grad_norm }] of steps.entries()) {
      expect(train_loss / (golden.losses[i] ?? Number.NaN)).toBeCloseTo(1, 5);
      expect(grad_norm / (golden.norms[i] ?? Number.NaN)).toBeCloseTo(1, 4);
    }
  });
});
