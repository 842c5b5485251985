import { expect, it } from 'vitest';
import { expectFamily, goldenFamilies, trainFamily } from './families.testing';
import { cpuBackend } from './tiny.testing';

it.each(goldenFamilies)(
  'trains $template to the losses and gradients that PyTorch has',
  async (golden) => {
    expectFamily(await trainFamily(await cpuBackend(), golden), golden, 1e-5);
  },
);

it('has golden numbers of every family', () => {
  const families = goldenFamilies.map(({ template }) => template).sort();
  expect(families).toEqual(['bert', 'gpt2', 'llama', 't5', 'transformer2017']);
});
