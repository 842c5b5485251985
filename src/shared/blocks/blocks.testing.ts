import * as tf from '@tensorflow/tfjs';
import { sameText } from '../contract/problem';
import type { Ops, Tensor } from '../tensor/ops';
import { keyOf, randomStream } from '../tensor/random';
import { resolveShape, type Shape } from '../tensor/shape';
import { stockOps } from '../tensor/stockOps';
import type { AnyBlock } from './block';
import { gate } from './gate.testing';
import { blockByType } from './registry';

export type Params = Readonly<Record<string, unknown>>;
export type Tensors = Readonly<Record<string, Tensor>>;

/** Everything that one call of a block depends on. */
export interface Trial {
  readonly block: AnyBlock;
  readonly params: Params;
  readonly inputs: Tensors;
  readonly weights: Tensors;
  readonly feeds?: Tensors;
  /** By port; a missing one is all real. */
  readonly padding?: Tensors;
  /** Dropout draws its bits from this seed; absent = not training. */
  readonly seed?: number;
  readonly cache?: TestCache;
  readonly tap?: (name: string, value: () => Tensor) => void;
  readonly ops?: Ops;
}

/** What the block contract is tested on: every block there is, and the one that README shows. */
export const testedBlocks: readonly AnyBlock[] = [...blockByType.values(), gate];

/** Rows kept from call to call, as generation does it. */
export interface TestCache {
  length: number;
  readonly kept: Map<string, Tensor>;
}

export const context = { where: sameText('Block'), n_vocab: 11, n_ctx: 64 };

/** Calls one block on given tensors, by default with the stock operations on the current backend. */
export function runBlock(trial: Trial): Tensor {
  const { block, params, inputs, weights, cache, seed } = trial;
  return block.forward({
    ops: trial.ops ?? stockOps(tf),
    params: { ...params },
    weights,
    inputs,
    padding: Object.fromEntries(
      Object.keys(inputs).map((port) => [port, trial.padding?.[port] ?? null]),
    ),
    feeds: trial.feeds ?? {},
    training: seed !== undefined,
    dropout: (name, rate) => ({
      rate: seed === undefined ? 0 : rate,
      key: keyOf(seed ?? 0, 0, name),
      firstExample: 0,
    }),
    tap: (name, value) => trial.tap?.(name, value),
    offset: cache?.length ?? 0,
    extend(name, value) {
      if (cache === undefined) return value;
      const before = cache.kept.get(name);
      const all = before === undefined ? value : tf.concat([before, value], 1);
      cache.kept.set(name, all);
      return all;
    },
    once(name, value) {
      const held = cache?.kept.get(name) ?? value();
      cache?.kept.set(name, held);
      return held;
    },
  });
}

/** The shapes a block's ports take: ids where it takes ids, else vectors of d_model; `constant` ports have S rows. */
export function portShapes(
  block: AnyBlock,
  params: Params,
  d_model: number,
): Record<string, Shape> {
  const shapes = (leaf: (rows: string) => Shape) =>
    Object.fromEntries(
      Object.entries(block.inputs).map(([port, { constant }]) => [
        port,
        leaf(constant ? 'S' : 'T'),
      ]),
    );
  const ids = shapes((rows) => ['B', rows]);
  try {
    block.inferShape({ ...params }, ids, context);
    block.weights({ ...params }, ids, context);
    return ids;
  } catch {
    return shapes((rows) => ['B', rows, d_model]);
  }
}

/** Standard normal numbers; whole numbers below n_vocab for ids (rank 2). */
export function randomInputs(
  shapes: Readonly<Record<string, Shape>>,
  sizes: Readonly<Record<string, number>>,
  seed: number,
): Tensors {
  return Object.fromEntries(
    Object.entries(shapes).map(([port, shape]) => {
      const full = resolveShape(shape, sizes);
      if (shape.length === 2 && typeof shape[1] === 'string') {
        return [port, randomIds(full, seed, port)];
      }
      return [port, randomTensor(full, seed, port)];
    }),
  );
}

export function randomIds(shape: readonly number[], seed: number, name: string): Tensor {
  const random = randomStream(seed, name);
  const length = shape.reduce((product, n) => product * n, 1);
  return tf.tensor(
    Int32Array.from({ length }, () => random.int(context.n_vocab)),
    [...shape],
    'int32',
  );
}

export function randomTensor(
  shape: readonly number[],
  seed: number,
  name: string,
  std = 1,
  mean = 0,
): Tensor {
  const random = randomStream(seed, name);
  const length = shape.reduce((product, n) => product * n, 1);
  return tf.tensor(
    Float32Array.from({ length }, () => mean + std * random.normal()),
    [...shape],
  );
}

/** Weights as large as they get in training: matrices of std d_in^−½, gains near 1, biases near 0. */
export function randomWeights(
  block: AnyBlock,
  params: Params,
  shapes: Readonly<Record<string, Shape>>,
  seed: number,
): Tensors {
  return Object.fromEntries(
    Object.entries(block.weights({ ...params }, shapes, context)).map(([name, { shape, init }]) => {
      const [std, mean] =
        init.kind === 'ones'
          ? [0.2, 1]
          : shape.length === 1
            ? [0.2, 0]
            : [1 / Math.sqrt(shape[0] ?? 1), 0];
      return [name, randomTensor(shape, seed, name, std, mean)];
    }),
  );
}

export const read = (x: Tensor): Float32Array => Float32Array.from(x.dataSync());
