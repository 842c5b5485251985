import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tensor } from '../tensor/ops';
import { randomTensor, randomWeights, read, runBlock } from './blocks.testing';
import { expectClose } from './cases.testing';
import { blockByType } from './registry';
import { selfAttention } from './selfAttention';

beforeAll(() => tf.setBackend('cpu'));

type Given = Readonly<Record<string, unknown>>;

/** Self-attention with random weights: its output and what it taps. */
function attend(given: Given, x: Tensor) {
  const block = blockByType.get('selfAttention');
  if (!block) throw new Error('no selfAttention');
  const params = { ...selfAttention.params.parse({ bias: false, ...given }) };
  const weights = randomWeights(block, params, { x: x.shape }, 3);
  const taps = new Map<string, Tensor>();
  const inputs = { x };
  const tap = (name: string, value: () => Tensor) => void taps.set(name, value());
  const output = runBlock({ block, params, weights, inputs, tap });
  const tapped = (name: string) => taps.get(name) ?? tf.zeros([0]);
  const weight = (name: string) => weights[name] ?? tf.zeros([0]);
  return { output, tapped, weight };
}

const part = (x: Tensor, from: number, size: number) =>
  tf.slice(x, [0, 0, from], [x.shape[0] ?? 0, x.shape[1] ?? 0, size]);

describe('the mask', () => {
  const x = randomTensor([1, 4, 8], 1, 'x');

  it('is laid on scaled scores: a scale of nearly 0 or below lets nothing of the future through', () => {
    for (const scaleFactor of [1e-9, 1e-3, -1, -1e3]) {
      const pattern = read(attend({ n_heads: 2, scaleFactor }, x).tapped('pattern'));
      for (const [at, share] of pattern.entries()) {
        const [query, key] = [Math.floor(at / 4) % 4, at % 4];
        if (key > query) expect(share).toBe(0);
      }
    }
    const even = read(attend({ n_heads: 1, scaleFactor: 1e-9 }, x).tapped('pattern'));
    expect(even[4]).toBeCloseTo(0.5, 6);
  });

  it('hides what comes after, not what came before nor the position itself', () => {
    const pattern = read(attend({ n_heads: 1 }, x).tapped('pattern'));
    const seen = Array.from(pattern, (share) => (share > 0 ? 1 : 0));
    expect(seen).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1]);
  });
});

describe('heads', () => {
  it('are pieces of the last axis: two heads are two attentions of half the width', () => {
    const x = randomTensor([2, 5, 8], 1, 'x');
    const { tapped } = attend({ n_heads: 2, causal: true }, x);
    const one = (name: string, head: number) => part(tapped(name), 4 * head, 4);
    for (const head of [0, 1]) {
      const scores = tf.matMul(one('q', head), one('k', head), false, true).div(Math.sqrt(4));
      const seen = tf.linalg.bandPart(tf.ones([5, 5]), -1, 0);
      const masked = tf.where(
        tf.cast(tf.tile(seen.expandDims(0), [2, 1, 1]), 'bool'),
        scores,
        -1e9,
      );
      const expected = tf.matMul(tf.softmax(masked), one('v', head));
      expectClose(part(tapped('z'), 4 * head, 4), expected, 1e-6);
    }
  });

  it('share one query’s attention out over keys: rows of the pattern sum to 1, columns need not', () => {
    const pattern = attend({ n_heads: 2, causal: false }, randomTensor([1, 4, 8], 1, 'x')).tapped(
      'pattern',
    );
    for (const sum of read(tf.sum(pattern, -1))) expect(sum).toBeCloseTo(1, 6);
    const columns = read(tf.sum(pattern, -2));
    expect(Math.max(...columns.map((sum) => Math.abs(sum - 1)))).toBeGreaterThan(0.01);
  });
});

describe('RoPE', () => {
  const x = randomTensor([1, 6, 8], 1, 'x');

  it('turns queries and keys, and leaves values alone', () => {
    const { tapped, weight } = attend({ n_heads: 2, position: 'rope' }, x);
    const plain = (name: string) => tf.matMul(x.reshape([6, 8]), weight(name)).reshape([1, 6, 8]);
    expectClose(tapped('v'), plain('W_V'), 1e-6);
    for (const [tap, name] of [
      ['q', 'W_Q'],
      ['k', 'W_K'],
    ] as const) {
      expectClose(
        part(tapped(tap), 0, 8).slice([0, 0, 0], [1, 1, 8]),
        plain(name).slice([0, 0, 0], [1, 1, 8]),
        1e-6,
      );
      expect(() => expectClose(tapped(tap), plain(name))).toThrow();
    }
  });

  it('knows distances only: the same tokens further on attend alike', () => {
    const filler = randomTensor([1, 7, 8], 2, 'filler');
    const late = tf.concat([filler, x], 1);
    const window = { n_heads: 2, position: 'rope', causal: true, window: 1 };
    expectClose(
      attend(window, late).output.slice([0, 7, 0], [1, 6, 8]),
      attend(window, x).output,
      1e-5,
    );
    // Positions 7 … 12 of the longer one, seen by queries that see nothing before them.
    const scores = (y: Tensor, from: number) => {
      const { tapped } = attend({ n_heads: 1, position: 'rope' }, y);
      const rows = (name: string) => tapped(name).slice([0, from, 0], [1, 6, 8]);
      return tf.matMul(rows('q'), rows('k'), false, true);
    };
    expectClose(scores(late, 7), scores(x, 0), 1e-5);
  });
});

describe('order', () => {
  const x = randomTensor([1, 5, 8], 1, 'x');
  const swapped = tf.gather(x, [1, 0, 2, 3, 4], 1);
  const last = (y: Tensor) => y.slice([0, 4, 0], [1, 1, 8]);

  it('shows through a causal mask, but not to the last position of one layer', () => {
    const once = (y: Tensor) => attend({ n_heads: 2 }, y).output;
    expectClose(last(once(swapped)), last(once(x)), 1e-6);
    const unswapped = tf.gather(once(swapped), [1, 0, 2, 3, 4], 1);
    expect(() => expectClose(unswapped, once(x), 1e-3)).toThrow();
  });

  it('shows to the last position of a second causal layer', () => {
    const twice = (y: Tensor) => attend({ n_heads: 2 }, attend({ n_heads: 2 }, y).output).output;
    expect(() => expectClose(last(twice(swapped)), last(twice(x)), 1e-3)).toThrow();
  });

  it('is lost on two layers without a mask', () => {
    const twice = (y: Tensor) => {
      const params = { n_heads: 2, causal: false };
      return attend(params, attend(params, y).output).output;
    };
    expectClose(last(twice(swapped)), last(twice(x)), 1e-5);
  });
});
