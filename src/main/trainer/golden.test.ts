import { expectGolden, goldenCases } from '@shared/blocks/golden.testing';
import { expectGoldenLoss, goldenLosses } from '@shared/objectives/golden.testing';
import { expectFamily, goldenFamilies, trainFamily } from '@shared/training/families.testing';
import { golden, trainGolden } from '@shared/training/golden.testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BackendChoice, createBackend, type TrainerBackend } from './backend';

/** Every backend against PyTorch itself, on every block and over ten steps of training. */

const CHOICES: readonly BackendChoice[] = ['relaxed', 'simd', 'stock'];

describe.each(CHOICES)('on the backend %s', (choice) => {
  let backend: TrainerBackend;
  beforeAll(async () => {
    backend = await createBackend({ choice });
    expect(backend.choice).toBe(choice);
  });

  it.each(goldenCases)('$type computes and differentiates as PyTorch: $pytorch', (one) => {
    expectGolden(one, backend.ops);
  });

  it.each(goldenLosses)(
    'loses what PyTorch says: $objective of $labels, smoothed by $labelSmoothing',
    (one) => expectGoldenLoss(one, backend.ops),
  );

  it('trains the tiny GPT to the losses and norms that PyTorch has', async () => {
    const { steps } = await trainGolden(backend);
    for (const [i, { train_loss, grad_norm }] of steps.entries()) {
      const [loss = Number.NaN, norm = Number.NaN] = [golden.losses[i], golden.norms[i]];
      expect(Math.abs(train_loss - loss) / loss, `loss of step ${i + 1}`).toBeLessThan(1e-4);
      expect(Math.abs(grad_norm - norm) / norm, `norm of step ${i + 1}`).toBeLessThan(1e-3);
    }
  });

  it.each(goldenFamilies)(
    'trains $template to the losses and gradients that PyTorch has',
    async (family) => {
      const tolerance = choice === 'stock' ? 1e-5 : 1e-4;
      expectFamily(await trainFamily(backend, family), family, tolerance);
    },
  );
});
