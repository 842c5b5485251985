import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { stockOps } from '../tensor/stockOps';
import { context } from './blocks.testing';
import { expectGolden, goldenCases, goldenFiles } from './golden.testing';
import { blockByType } from './registry';

beforeAll(() => tf.setBackend('cpu'));

describe.each(goldenCases)('golden $type: $pytorch', (golden) => {
  it('computes and differentiates as PyTorch does', () => {
    expectGolden(golden, stockOps(tf));
  });

  it('has the weights of the PyTorch module, by name and shape, and is written as it', () => {
    const block = blockByType.get(golden.type);
    if (!block) throw new Error(`no block ${golden.type}`);
    const params = block.params.parse(golden.params);
    const shapes = Object.fromEntries(
      Object.entries(golden.inputs).map(([port, { shape }]) => [
        port,
        port === 'ids' ? ['B', 'T'] : shape,
      ]),
    );
    const specs = block.weights(params, shapes, { ...context, n_vocab: 11, n_ctx: 6 });
    const shapeOf = (entries: [string, { readonly shape: readonly number[] }][]) =>
      Object.fromEntries(entries.map(([name, { shape }]) => [name, shape]));
    expect(shapeOf(Object.entries(specs))).toEqual(shapeOf(Object.entries(golden.weights)));
    expect(block.toPyTorch?.(params)).toBe(golden.pytorch);
  });
});

it('has golden numbers for every block that computes something and is written in PyTorch', () => {
  const golden = goldenFiles.map(({ type }) => type);
  const computing = [...blockByType.values()].filter(
    ({ group, toPyTorch }) => group !== 'input' && toPyTorch !== undefined,
  );
  expect(golden.length).toBeGreaterThanOrEqual(16);
  expect(golden.sort()).toEqual(computing.map(({ type }) => type).sort());
  for (const { header } of goldenFiles) expect(header.torch).toMatch(/^\d+\.\d+/);
});
