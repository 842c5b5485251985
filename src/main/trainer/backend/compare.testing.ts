import type { Ops, Tensor } from '@shared/tensor/ops';
import { type RandomStream, randomStream } from '@shared/tensor/random';
import { stockOps } from '@shared/tensor/stockOps';
import * as tf from '@tensorflow/tfjs';
import { expect } from 'vitest';
import { type BackendChoice, createBackend, type TrainerBackend } from '../backend';
import { guardMemory } from './guards.testing';

/** Numbers of a tensor that is made anew on each backend. */
export interface Input {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array;
}

const sizeOf = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1);

export function floats(stream: RandomStream, ...shape: number[]): Input {
  return { shape, values: Float32Array.from({ length: sizeOf(shape) }, () => stream.normal()) };
}

export function ids(stream: RandomStream, below: number, ...shape: number[]): Input {
  return { shape, values: Int32Array.from({ length: sizeOf(shape) }, () => stream.int(below)) };
}

export function tensorOf({ shape, values }: Input): Tensor {
  return tf.tensor(values, [...shape], values instanceof Int32Array ? 'int32' : 'float32');
}

export type Compute = (ops: Ops, ...inputs: Tensor[]) => Tensor;

interface Outcome {
  readonly output: Float32Array;
  /** Of Σ output · some fixed numbers, with respect to each float input. */
  readonly gradients: readonly Float32Array[];
}

const numbersOf = (x: Tensor) => Float32Array.from(x.dataSync());

function run(ops: Ops, compute: Compute, inputs: readonly Input[], gradients: boolean): Outcome {
  return tf.tidy(() => {
    const tensors = inputs.map(tensorOf);
    const output = compute(ops, ...tensors);
    if (!gradients) return { output: numbersOf(output), gradients: [] };
    const stream = randomStream(7, 'dy');
    const dy = tensorOf(floats(stream, ...output.shape));
    const wanted = tensors.filter((x) => x.dtype === 'float32');
    const f = (...given: Tensor[]) => {
      const rest = [...given];
      const all = tensors.map((x) => (x.dtype === 'float32' ? (rest.shift() ?? x) : x));
      return compute(ops, ...all);
    };
    const found = tf.grads(f)(wanted, dy);
    return { output: numbersOf(output), gradients: found.map(numbersOf) };
  });
}

/** What the stock operations give on the JavaScript backend: the truth. */
function truth(compute: Compute, inputs: readonly Input[], gradients: boolean): Outcome {
  const before = tf.getBackend();
  void tf.setBackend('cpu');
  try {
    return run(stockOps(tf), compute, inputs, gradients);
  } finally {
    void tf.setBackend(before);
  }
}

/** Within `tolerance` of the largest number. */
export function expectClose(actual: Float32Array, expected: Float32Array, tolerance: number) {
  expect(actual.length).toBe(expected.length);
  const largest = expected.reduce((max, x) => Math.max(max, Math.abs(x)), 1);
  let worst = 0;
  expected.forEach((x, i) => {
    const distance = Math.abs((actual[i] ?? Number.NaN) - x) / largest;
    worst = Number.isNaN(distance) ? Number.POSITIVE_INFINITY : Math.max(worst, distance);
  });
  expect(worst).toBeLessThan(tolerance);
}

/** Expects the fused operation to give the stock one's output and gradients, and to leave no tensor behind. */
export function expectSame(
  backend: TrainerBackend,
  compute: Compute,
  inputs: readonly Input[],
  { tolerance = 1e-5, gradients = true } = {},
): void {
  const expected = truth(compute, inputs, gradients);
  const before = tf.memory().numTensors;
  const actual = run(backend.ops, compute, inputs, gradients);
  guard?.check();
  expect(tf.memory().numTensors).toBe(before);
  expectClose(actual.output, expected.output, tolerance);
  expect(actual.gradients.length).toBe(expected.gradients.length);
  actual.gradients.forEach((gradient, i) => {
    expectClose(gradient, expected.gradients[i] ?? new Float32Array(), tolerance);
  });
}

export const VARIANTS: readonly BackendChoice[] = ['relaxed', 'simd'];

let guard: ReturnType<typeof guardMemory> | null = null;

/** A backend with canaries around its tensors, which `expectSame` looks after. */
export async function backendOf(choice: BackendChoice): Promise<TrainerBackend> {
  if (guard === null) {
    await createBackend({ choice: 'stock' });
    guard = guardMemory();
  }
  return createBackend({ choice });
}
