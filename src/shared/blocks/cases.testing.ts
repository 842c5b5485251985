import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '../contract/problem';
import type { Tensor } from '../tensor/ops';
import { randomStream } from '../tensor/random';
import type { AnyBlock } from './block';
import {
  context,
  type Params,
  portShapes,
  randomIds,
  randomInputs,
  randomWeights,
  read,
  runBlock,
  type Tensors,
  type Trial,
} from './blocks.testing';

/** Random legal calls of any block, for the block contract. */

export interface Sizes {
  readonly B: number;
  readonly T: number;
  readonly S: number;
  readonly d: number;
}

export interface Case {
  readonly params: Params;
  readonly sizes: Sizes;
  readonly seed: number;
  readonly inputs: Tensors;
  readonly weights: Tensors;
  readonly feeds: Tensors;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Small values that a param's schema allows. */
function paramValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) {
    return fc.oneof(
      ...schema.anyOf.flatMap((one) => (typeof one === 'object' ? [paramValues(one)] : [])),
    );
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  const min = Math.max(schema.minimum ?? -2, -2);
  if (schema.type === 'integer') {
    return fc.integer({ min, max: Math.min(schema.maximum ?? 8, min + 7) });
  }
  if (schema.type === 'number') {
    const max = Math.min(schema.maximum ?? 2, min + 2);
    return fc
      .integer({ min: 0, max: 10 })
      .map((tenths) => Math.min(max, min + ((max - min) * tenths) / 10));
  }
  throw new Error(`a param must be a number, a choice or yes/no, not ${JSON.stringify(schema)}`);
}

export function paramsOf(block: AnyBlock): fc.Arbitrary<Params> {
  const { properties = {} } = z.toJSONSchema(block.params, { io: 'input' });
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    fc.oneof(
      fc.constant(block.params.parse({})[name]),
      typeof schema === 'object' ? paramValues(schema) : fc.constant(undefined),
    ),
  ]);
  return fc.record(Object.fromEntries(fields));
}

const sizesOf: fc.Arbitrary<Sizes> = fc.record({
  B: fc.integer({ min: 1, max: 3 }),
  T: fc.integer({ min: 1, max: 7 }),
  S: fc.integer({ min: 1, max: 6 }),
  d: fc.constantFrom(4, 6, 8, 12, 24),
});

/** Legal calls of a block with random params, sizes, inputs and weights. */
export function casesOf(block: AnyBlock, minT = 1): fc.Arbitrary<Case> {
  return fc
    .record({ params: paramsOf(block), sizes: sizesOf, seed: fc.nat(1e6) })
    .filter(({ params, sizes }) => isLegal(block, params, sizes))
    .map(({ params, sizes, seed }) => {
      const all = { ...sizes, T: Math.max(sizes.T, minT) };
      return caseOf(block, params, all, seed);
    });
}

function isLegal(block: AnyBlock, params: Params, sizes: Sizes): boolean {
  try {
    block.inferShape({ ...params }, portShapes(block, params, sizes.d), context);
    // Too few positions for the sizes here, and a norm of one number: its sign, which has no gradient.
    const d_k = Number(params.d_k ?? sizes.d / Number(params.n_heads));
    return Number(params.n_ctx ?? 64) >= 9 && !(params.qkNorm === true && d_k < 2);
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

function caseOf(block: AnyBlock, params: Params, sizes: Sizes, seed: number): Case {
  const shapes = portShapes(block, params, sizes.d);
  const feeds = {
    tokens: randomIds([sizes.B, sizes.T], seed, 'tokens'),
    source: randomIds([sizes.B, sizes.S], seed, 'source'),
  };
  const inputs = randomInputs(shapes, { ...sizes }, seed);
  return {
    params,
    sizes,
    seed,
    feeds,
    inputs,
    weights: randomWeights(block, params, shapes, seed),
  };
}

/** Checks a property of random calls; all tensors are disposed. */
export function forCases(
  block: AnyBlock,
  check: (one: Case) => void,
  numRuns = 25,
  minT = 1,
): void {
  fc.assert(
    fc.property(fc.noShrink(casesOf(block, minT)), (one) => {
      try {
        tf.tidy(() => check(one));
      } finally {
        for (const group of [one.inputs, one.weights, one.feeds]) tf.dispose({ ...group });
      }
    }),
    { numRuns },
  );
}

/** The tensors of `given`, some of them changed. */
export function withChanged(given: Tensors, changed: Tensors): Tensors {
  return Object.fromEntries(
    Object.entries(given).map(([name, tensor]) => [name, changed[name] ?? tensor]),
  );
}

type Call = Omit<Case, 'sizes' | 'seed'>;
type Extra = Partial<Omit<Trial, keyof Call | 'block'>>;

/** The output of a call, outside training unless `more` has a seed. */
export function outputOf(block: AnyBlock, call: Call, more: Extra = {}): Tensor {
  const { params, inputs, weights, feeds } = call;
  return runBlock({ block, params, inputs, weights, feeds, ...more });
}

/** Whether each output row depends on input rows at or before it only. */
export function isCausal(block: AnyBlock, params: Params, sizes: Sizes): boolean {
  const shape = block.inferShape({ ...params }, portShapes(block, params, sizes.d), context);
  return params.causal !== false && shape[1] === 'T' && Object.keys(block.inputs).length > 0;
}

/** The first port whose rows are positions. */
export const mainPort = (block: AnyBlock): string => Object.keys(block.inputs)[0] ?? '';

/** x with row t of every example replaced by other numbers, or other ids. */
export function changed(x: Tensor, t: number, seed: number): Tensor {
  const values = x.dataSync().slice();
  const [B = 0, T = 0, d = 1] = x.shape;
  const random = randomStream(seed, 'change');
  for (let b = 0; b < B; b++) {
    for (let i = 0; i < d; i++) {
      const at = (b * T + t) * d + i;
      values[at] =
        x.dtype === 'int32'
          ? ((values[at] ?? 0) + 1) % context.n_vocab
          : (values[at] ?? 0) + random.normal();
    }
  }
  return tf.tensor(values, x.shape, x.dtype);
}

/** Rows from … to − 1 of axis 1. */
export const rows = (x: Tensor, from: number, to: number): Tensor =>
  tf.slice(x, [0, from], [x.shape[0] ?? 0, to - from]);

export const bytes = (x: Tensor) => [...new Uint8Array(read(x).buffer)];

/** Whether no element is off by more than `tolerance` of the largest (of 1 when all are smaller). */
export function expectClose(actual: Tensor, expected: Tensor, tolerance = 2e-5, name = ''): void {
  expect(actual.shape).toEqual(expected.shape);
  const [a, b] = [read(actual), read(expected)];
  const size = Math.max(1, ...b.map(Math.abs));
  const worst = a.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))),
    0,
  );
  expect(worst / size, name).toBeLessThanOrEqual(tolerance);
}
