import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';
import { sameText } from '../contract/problem';
import { settingsSchema } from '../contract/project';
import { compile } from '../graph/compile';
import { templates } from '../graph/templates';
import type { Objective } from '../objectives/objective';
import { findObjective } from '../objectives/registry';
import type { Example } from '../tensor/batch';
import type { Backend } from '../tensor/ops';
import type { RandomStream } from '../tensor/random';
import { symbolTokenizer } from '../tokenizers/symbols';
import { shardBatch, trainBatch } from './batches';
import { arraySchema, goldenSizesSchema } from './golden.testing';
import { localTeam, type TrainedModel } from './gradients';
import { createWeights } from './state';
import { type StepResult, Trainer } from './trainer';

/** Ten steps of a template of each family in PyTorch (blocks/golden/families.py), and the same ten steps here. */

const idsSchema = z.array(z.int());
const exampleSchema = z.object({
  tokens: idsSchema,
  source: idsSchema.optional(),
  draws: z.array(z.number()).optional(),
});
const templateSchema = z.enum(['gpt2', 'llama', 'bert', 't5', 'transformer2017']);

const familySchema = z.object({
  objective: z.string(),
  specials: z.array(z.string()),
  sizes: goldenSizesSchema,
  settings: z.record(z.string(), z.union([z.number(), z.string()])),
  weights: z.record(z.string(), arraySchema),
  examples: z.array(z.array(exampleSchema)),
  gradients: z.record(z.string(), arraySchema),
  rates: z.array(z.number()),
  losses: z.array(z.number()),
  norms: z.array(z.number()),
});

export interface GoldenFamily extends z.output<typeof familySchema> {
  readonly template: z.output<typeof templateSchema>;
}

const folder = new URL('../blocks/golden/families/', import.meta.url);

export const goldenFamilies: readonly GoldenFamily[] = readdirSync(folder).map((name) => ({
  template: templateSchema.parse(name.replace('.json', '')),
  ...familySchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
}));

/** What each step did, and every weight's gradient in the first. */
export interface FamilyRun {
  readonly steps: readonly StepResult[];
  readonly gradients: ReadonlyMap<string, Float32Array>;
  readonly n_params: number;
  /** Tensors alive after each step. */
  readonly n_tensors: readonly number[];
}

/** The golden steps with our template, blocks, objective, batches, optimizer and schedule on this backend. */
export async function trainFamily(backend: Backend, golden: GoldenFamily): Promise<FamilyRun> {
  const { sizes } = golden;
  const { n_vocab, n_ctx } = sizes;
  const settings = settingsSchema.parse({ ...golden.settings, ...sizes });
  const drawing = templates[golden.template].make({ ...sizes, dropout: 0 });
  const compiled = compile(drawing, { n_vocab, n_ctx });
  const weights = createWeights(backend, compiled, 1);
  for (const [name, tensor] of weights) {
    backend.optimizerOps.write(tensor, Float32Array.from(golden.weights[name]?.values ?? []));
  }
  const { objective, dataset } = questions(golden);
  const model: TrainedModel = { compiled, backend, weights, objective, settings };
  const source = { dataset, objective, settings };
  const team = localTeam(model, () => Promise.resolve());
  const first = await team.compute(1, shardBatch(trainBatch(source, 1)));
  const gradients = new Map(
    [...weights.keys()].map((name, i): [string, Float32Array] => {
      const gradient = first.gradients[i];
      if (gradient === undefined) throw new Error(`no gradient of ${name}`);
      return [name, backend.optimizerOps.read(gradient)];
    }),
  );
  for (const gradient of first.gradients) gradient.dispose();
  const trainer = new Trainer({ where: sameText('golden'), model, source, settings, team });
  const steps: StepResult[] = [];
  const n_tensors: number[] = [];
  for (let step = 0; step < sizes.max_steps; step++) {
    steps.push(await trainer.trainStep());
    n_tensors.push(backend.ops.tf.memory().numTensors);
  }
  for (const tensor of weights.values()) tensor.dispose();
  return { steps, gradients, n_params: compiled.n_params, n_tensors };
}

/** The golden examples as a data set, and the objective with its random draws replaced by the golden ones. */
function questions({ objective, specials, sizes, examples }: GoldenFamily) {
  const draws = new Map<Example, readonly number[]>();
  const rows = examples.flat().map(({ tokens, source, draws: drawn }): Example => {
    const example: Example = {
      tokens: Int32Array.from(tokens),
      ...(source && { source: Int32Array.from(source) }),
    };
    draws.set(example, drawn ?? []);
    return example;
  });
  const row = (i: number): Example => rows[i] ?? {};
  const symbols = Array.from({ length: sizes.n_vocab - specials.length }, (_, i) => `s${i}`);
  const dataset = {
    tokenizer: symbolTokenizer(specials, symbols),
    n_labels: 0,
    train: (_seed: number, i: number) => row(i),
    n_val_examples: 0,
    val: row,
  };
  const found = findObjective(objective);
  const scripted: Objective = {
    ...found,
    batch: (asked, context) =>
      found.batch(asked, {
        ...context,
        random: (i) => replay(draws.get(asked[i] ?? {}) ?? []),
      }),
  };
  return { dataset, objective: scripted };
}

/** A stream that gives what PyTorch's side drew, in the same order. */
function replay(draws: readonly number[]): RandomStream {
  let place = 0;
  const next = () => draws[place++] ?? Number.NaN;
  return {
    uniform: next,
    int: next,
    normal: next,
    shuffle: (list) => list,
  };
}

/** Below this a gradient is rounding: that of b_K, which moves all scores of a query alike, is 0 on paper. */
const SMALLEST = 1e-3;

/** How far the numbers are from the expected ones, as a share of the largest of these. */
function distance(actual: ArrayLike<number>, expected: readonly number[]): number {
  const size = expected.reduce((most, value) => Math.max(most, Math.abs(value)), SMALLEST);
  const worst = expected.reduce(
    (most, value, i) => Math.max(most, Math.abs((actual[i] ?? Number.NaN) - value)),
    0,
  );
  return worst / size;
}

/** Ten losses, norms and rates, and every gradient of the first step, within a share of PyTorch's. */
export function expectFamily(run: FamilyRun, golden: GoldenFamily, tolerance: number): void {
  const apart = (actual: number, expected = Number.NaN) => Math.abs(actual / expected - 1);
  expect(run.steps).toHaveLength(10);
  for (const [i, { train_loss, grad_norm, lr }] of run.steps.entries()) {
    expect(lr, `lr of step ${i + 1}`).toBeCloseTo(golden.rates[i] ?? Number.NaN, 14);
    expect(apart(train_loss, golden.losses[i]), `loss of step ${i + 1}`).toBeLessThan(tolerance);
    expect(apart(grad_norm, golden.norms[i]), `norm of step ${i + 1}`).toBeLessThan(10 * tolerance);
  }
  expect([...run.gradients.keys()].sort()).toEqual(Object.keys(golden.gradients).sort());
  for (const [name, gradient] of run.gradients) {
    const expected = golden.gradients[name]?.values ?? [];
    expect(gradient, name).toHaveLength(expected.length);
    expect(distance(gradient, expected), name).toBeLessThan(tolerance);
  }
  expect(new Set(run.n_tensors).size, 'tensors kept from step to step').toBe(1);
  const counts = Object.values(golden.weights).map(({ values }) => values.length);
  expect(run.n_params).toBe(counts.reduce((sum, n) => sum + n, 0));
}
