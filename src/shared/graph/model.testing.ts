import * as tf from '@tensorflow/tfjs';
import type { Drawing } from '../contract/project';
import type { Ops, Tensor } from '../tensor/ops';
import { stockOps } from '../tensor/stockOps';
import { compile } from './compile';
import type { Compiled, Sizes } from './compiled';
import { initialWeights } from './initialWeights';

export interface TestModel {
  readonly compiled: Compiled;
  readonly ops: Ops;
  readonly weights: ReadonlyMap<string, Tensor>;
}

export async function cpuOps(): Promise<Ops> {
  await tf.setBackend('cpu');
  return stockOps(tf);
}

/** A drawing with its first weights, on plain TensorFlow.js. */
export function startModel(ops: Ops, drawing: Drawing, sizes: Sizes, seed = 1): TestModel {
  const compiled = compile(drawing, sizes);
  const values = initialWeights(compiled, seed);
  const weights = new Map(
    compiled.weights.map(({ name, shape }) => [
      name,
      ops.tf.tensor(values.get(name) ?? new Float32Array(), [...shape]),
    ]),
  );
  return { compiled, ops, weights };
}

export const read = (x: Tensor): number[] => Array.from(x.dataSync());
