import { isDeepStrictEqual } from 'node:util';
import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tensor } from '../tensor/ops';
import {
  randomIds,
  randomTensor,
  type Tensors,
  type TestCache,
  testedBlocks,
} from './blocks.testing';
import {
  bytes,
  changed,
  expectClose,
  forCases,
  isCausal,
  mainPort,
  outputOf,
  rows,
} from './cases.testing';

/** The block contract, second part: what one position may know of another. */

beforeAll(() => tf.setBackend('cpu'));

describe.each(testedBlocks)('block $type', (block) => {
  it('never lets a later position change an earlier output, and lets each change its own', () => {
    const moved: boolean[] = [];
    forCases(
      block,
      (one) => {
        if (!isCausal(block, one.params, one.sizes)) return;
        const port = mainPort(block);
        const x = one.inputs[port] ?? tf.zeros([0]);
        const t = one.seed % (one.sizes.T - 1);
        const run = (row: number) =>
          outputOf(block, { ...one, inputs: { ...one.inputs, [port]: changed(x, row, one.seed) } });
        const before = outputOf(block, one);
        expect(bytes(rows(run(t + 1), 0, t + 1))).toEqual(bytes(rows(before, 0, t + 1)));
        moved.push(
          !isDeepStrictEqual(bytes(rows(run(t), t, t + 1)), bytes(rows(before, t, t + 1))),
        );
      },
      25,
      2,
    );
    // A factor of 0 or a dead unit may hide a change: seldom.
    expect(moved.filter(Boolean).length).toBeGreaterThanOrEqual(0.6 * moved.length);
  });

  it('computes a prefix, and then row by row with kept rows, what it computes at once', () => {
    forCases(
      block,
      (one) => {
        if (!isCausal(block, one.params, one.sizes)) return;
        const { T } = one.sizes;
        const cache: TestCache = { length: 0, kept: new Map() };
        const step = (from: number, to: number) => {
          cache.length = from;
          const inputs = mapValues(one.inputs, (x, port) =>
            block.inputs[port]?.constant ? x : rows(x, from, to),
          );
          return outputOf(block, { ...one, inputs }, { cache });
        };
        const split = 1 + (one.seed % (T - 1));
        const parts = [step(0, split)];
        for (let t = split; t < T; t++) parts.push(step(t, t + 1));
        expectClose(tf.concat(parts, 1), outputOf(block, one));
      },
      15,
      2,
    );
  });

  it('gives real tokens the same, however much padding follows', () => {
    forCases(
      block,
      (one) => {
        if (Object.keys(one.inputs).length === 0) return;
        const real = outputOf(block, one);
        const longer = outputOf(
          block,
          { ...one, inputs: mapValues(one.inputs, withPadding) },
          {
            padding: mapValues(one.inputs, paddingMask),
          },
        );
        expectClose(real.rank === 3 ? rows(longer, 0, real.shape[1] ?? 0) : longer, real);
      },
      15,
    );
  });
});

const mapValues = (tensors: Tensors, f: (x: Tensor, port: string) => Tensor): Tensors =>
  Object.fromEntries(Object.entries(tensors).map(([port, x]) => [port, f(x, port)]));

/** x followed by two rows of noise. */
function withPadding(x: Tensor, port: string): Tensor {
  const [B = 0, , ...rest] = x.shape;
  const noise =
    rest.length === 0 ? randomIds([B, 2], 1, port) : randomTensor([B, 2, ...rest], 1, port);
  return tf.concat([x, noise], 1);
}

/** (B, length + 2): 1 for the rows of x, 0 for the two after them. */
function paddingMask(x: Tensor): Tensor {
  const [B = 0, length = 0] = x.shape;
  return tf.concat([tf.ones([B, length]), tf.zeros([B, 2])], 1);
}
