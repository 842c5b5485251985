import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sameText } from '../contract/problem';
import { settingsSchema } from '../contract/project';
import { compile } from '../graph/compile';
import { tinyGpt } from '../graph/templates';
import { nextToken } from '../objectives/nextToken';
import type { Backend } from '../tensor/ops';
import { fitTokenizer } from '../tokenizers/registry';
import { localTeam, type TrainedModel } from './gradients';
import { createWeights } from './state';
import { type StepResult, Trainer } from './trainer';

export const arraySchema = z.object({ shape: z.array(z.int()), values: z.array(z.number()) });
export const goldenSizesSchema = z.object({
  n_vocab: z.int(),
  n_layers: z.int(),
  n_heads: z.int(),
  d_model: z.int(),
  n_ctx: z.int(),
  batch_size: z.int(),
  max_steps: z.int(),
});
const goldenSchema = z.object({
  sizes: goldenSizesSchema,
  optimizer: z.record(z.string(), z.number()),
  weights: z.record(z.string(), arraySchema),
  /** One per step: (batch_size, n_ctx + 1) token ids. */
  batches: z.array(arraySchema),
  losses: z.array(z.number()),
  norms: z.array(z.number()),
  trained: z.record(z.string(), arraySchema),
});

/** Ten steps of the tiny GPT in PyTorch (blocks/golden/tiny_gpt.py). */
export const golden = goldenSchema.parse(
  JSON.parse(readFileSync(new URL('../blocks/golden/tinyGpt.json', import.meta.url), 'utf8')),
);

/** The same ten steps with our blocks, objective and optimizer on this backend. */
export async function trainGolden(backend: Backend) {
  const { n_vocab, n_ctx, batch_size, max_steps } = golden.sizes;
  const settings = settingsSchema.parse({
    ...golden.optimizer,
    n_ctx,
    batch_size,
    max_steps,
    schedule: 'constant',
    warmup_steps: 0,
  });
  const compiled = compile(tinyGpt(golden.sizes), { n_vocab, n_ctx });
  const weights = createWeights(backend, compiled, 1);
  for (const [name, tensor] of weights) {
    backend.optimizerOps.write(tensor, Float32Array.from(golden.weights[name]?.values ?? []));
  }
  const model: TrainedModel = { compiled, backend, weights, objective: nextToken, settings };
  const tokenizer = fitTokenizer('byte', '');
  const val = () => exampleOf(1, 0);
  const dataset = { tokenizer, n_labels: 0, train: exampleOf, n_val_examples: 0, val };
  const trainer = new Trainer({
    where: sameText('golden'),
    model,
    source: { dataset, objective: nextToken, settings },
    settings,
    team: localTeam(model, () => Promise.resolve()),
  });
  const steps: StepResult[] = [];
  for (let step = 0; step < max_steps; step++) steps.push(await trainer.trainStep());
  return { steps, weights, n_params: compiled.n_params };
}

/** Row i of all batches laid one after the other. */
function exampleOf(_seed: number, i: number) {
  const { batch_size, n_ctx } = golden.sizes;
  const values = golden.batches[Math.floor(i / batch_size)]?.values ?? [];
  const from = (i % batch_size) * (n_ctx + 1);
  return { tokens: Int32Array.from(values.slice(from, from + n_ctx + 1)) };
}
