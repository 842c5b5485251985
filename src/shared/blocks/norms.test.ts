import * as tf from '@tensorflow/tfjs';
import { beforeAll, expect, it } from 'vitest';
import type { Tensor } from '../tensor/ops';
import { type Params, read, runBlock, type Tensors } from './blocks.testing';
import { blockByType } from './registry';

beforeAll(() => tf.setBackend('cpu'));

function run(type: string, params: Params, inputs: Tensors, weights: Tensors = {}): number[] {
  const block = blockByType.get(type);
  if (!block) throw new Error(`no block ${type}`);
  return [...read(runBlock({ block, params: block.params.parse(params), inputs, weights }))];
}

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 6);
}

const row = (...values: number[]): Tensor => tf.tensor(values, [1, values.length]);

it('layer norm divides by the biased deviation, with eps inside the root', () => {
  expectNear(
    run('layerNorm', { gain: false, bias: false, eps: 1e-5 }, { x: row(1, 2, 3, 4) }),
    [-1.341635419968927, -0.4472118066563091, 0.4472118066563089, 1.3416354199689269],
  );
});

it('RMS norm divides by the root of the mean square', () => {
  expectNear(
    run('rmsNorm', { gain: false, eps: 1e-5 }, { x: row(1, 2, 3, 4) }),
    [0.3651481282381064, 0.7302962564762128, 1.0954443847143192, 1.4605925129524255],
  );
});

it('norms do not blow up on a constant vector', () => {
  expectNear(run('layerNorm', { gain: false, bias: false }, { x: row(7, 7, 7) }), [0, 0, 0]);
  expectNear(run('rmsNorm', { gain: false }, { x: row(0, 0, 0) }), [0, 0, 0]);
});

it('feed-forward bends by the GELU that was chosen', () => {
  const one = { W_in: tf.ones([1, 1]), W_out: tf.ones([1, 1]) };
  const gelu = (activation: string) =>
    run('feedForward', { activation, d_ff: 1, bias: false }, { x: row(1) }, one);
  expectNear(gelu('gelu'), [0.841344746068543]);
  expectNear(gelu('gelu_tanh'), [0.8411919906082768]);
  expectNear(gelu('relu'), [1]);
});

it('scale multiplies by √d_model', () => {
  expectNear(run('scale', {}, { x: row(1, 2, 3, 4) }), [2, 4, 6, 8]);
});

it('residual add explains a branch of another size', () => {
  const residual = blockByType.get('residualAdd');
  const context = { where: { en: 'Residual add', zh: '残差相加' }, n_vocab: 5, n_ctx: 8 };
  expect(() =>
    residual?.inferShape({}, { x: ['B', 'T', 64], branch: ['B', 'T', 32] }, context),
  ).toThrow(
    'Residual add: the stream is (B, T, 64), but the branch is (B, T, 32). Make both the same size.',
  );
});
