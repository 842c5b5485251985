import { expect, it } from 'vitest';
import { golden, trainGolden } from './golden.testing';
import { cpuBackend } from './tiny.testing';

it('trains the tiny GPT to the losses, norms and weights that PyTorch has', async () => {
  const backend = await cpuBackend();
  const { steps, weights, n_params } = await trainGolden(backend);
  expect([...weights.keys()].sort()).toEqual(Object.keys(golden.weights).sort());
  const counts = Object.values(golden.weights).map(({ values }) => values.length);
  expect(n_params).toBe(counts.reduce((sum, n) => sum + n, 0));
  for (const [i, { train_loss, grad_norm }] of steps.entries()) {
    const [loss = Number.NaN, norm = Number.NaN] = [golden.losses[i], golden.norms[i]];
    expect(Math.abs(train_loss - loss) / loss, `loss of step ${i + 1}`).toBeLessThan(1e-5);
    expect(Math.abs(grad_norm - norm) / norm, `norm of step ${i + 1}`).toBeLessThan(1e-4);
  }
  for (const [name, tensor] of weights) {
    const expected = golden.trained[name]?.values ?? [];
    const worst = backend.optimizerOps
      .read(tensor)
      .reduce((most, value, i) => Math.max(most, Math.abs(value - (expected[i] ?? Number.NaN))), 0);
    // b_K has no gradient but rounding, which AdamW makes a step of full size.
    if (!name.endsWith('b_K')) expect(worst, name).toBeLessThan(1e-3);
  }
});
