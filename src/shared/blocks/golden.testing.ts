import { readdirSync, readFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs';
import { z } from 'zod';
import type { Ops, Tensor } from '../tensor/ops';
import { runBlock, type Tensors } from './blocks.testing';
import { expectClose, withChanged } from './cases.testing';
import { blockByType } from './registry';

/** The golden numbers of golden/make.py: what PyTorch computes for each block. */

const numbersSchema = z.object({ shape: z.array(z.int()), values: z.array(z.number()) });
const tensorsSchema = z.record(z.string(), numbersSchema);

const caseSchema = z.object({
  pytorch: z.string(),
  params: z.record(z.string(), z.unknown()),
  inputs: tensorsSchema,
  padding: tensorsSchema,
  weights: tensorsSchema,
  output: numbersSchema,
  upstream: numbersSchema,
  gradients: tensorsSchema,
});

const fileSchema = z.object({
  header: z.object({ torch: z.string(), seed: z.int() }),
  type: z.string(),
  n_vocab: z.int(),
  n_ctx: z.int(),
  cases: z.array(caseSchema),
});

export type GoldenFile = z.output<typeof fileSchema>;
export interface GoldenCase extends z.output<typeof caseSchema> {
  readonly type: string;
}

const folder = new URL('./golden/', import.meta.url);

export const goldenFiles: readonly GoldenFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'tinyGpt.json')
  .map((name) => fileSchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));

export const goldenCases: readonly GoldenCase[] = goldenFiles.flatMap(({ type, cases }) =>
  cases.map((one) => ({ ...one, type })),
);

const tensorOf = ({ shape, values }: z.output<typeof numbersSchema>, dtype: tf.DataType) =>
  tf.tensor(values, shape, dtype);

/** Ids are the only tensors of rank 2 that go into a port. */
function tensorsOf(numbers: z.output<typeof tensorsSchema>, isInput = false): Tensors {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, one]) => {
      const isIds = isInput && name === 'ids';
      return [name, tensorOf(one, isIds ? 'int32' : 'float32')];
    }),
  );
}

/** Runs the case forward and backward with these operations; both must agree with PyTorch to 1e-5 of their size. */
export function expectGolden(golden: GoldenCase, ops: Ops, tolerance = 1e-5): void {
  tf.tidy(() => {
    const block = blockByType.get(golden.type);
    if (!block) throw new Error(`no block ${golden.type}`);
    const params = block.params.parse(golden.params);
    const inputs = tensorsOf(golden.inputs, true);
    const weights = tensorsOf(golden.weights);
    const padding = tensorsOf(golden.padding);
    const upstream = tensorOf(golden.upstream, 'float32');
    const names = Object.keys(golden.gradients);
    const all: Tensors = { ...inputs, ...weights };
    const run = (changed: Tensors) =>
      runBlock({
        block,
        params,
        ops,
        padding,
        inputs: withChanged(inputs, changed),
        weights: withChanged(weights, changed),
      });
    expectClose(run({}), tensorOf(golden.output, 'float32'), tolerance, 'output');
    if (names.length === 0) return;
    const gradients = tf.grads((...tensors: Tensor[]) => {
      const changed = Object.fromEntries(names.map((name, i) => [name, tensors[i] ?? upstream]));
      return tf.sum(tf.mul(run(changed), upstream));
    })(names.flatMap((name) => all[name] ?? []));
    for (const [i, name] of names.entries()) {
      const expected = golden.gradients[name];
      const actual = gradients[i];
      if (!expected || !actual) throw new Error(`no gradient of ${name}`);
      expectClose(actual, tensorOf(expected, 'float32'), tolerance, name);
    }
  });
}
