import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sameText } from '../contract/problem';
import type { Tensor } from '../tensor/ops';
import { context, type Params, randomTensor, randomWeights, runBlock } from './blocks.testing';
import { expectClose } from './cases.testing';
import { crossAttention } from './crossAttention';
import { blockByType } from './registry';
import { selfAttention } from './selfAttention';

beforeAll(() => tf.setBackend('cpu'));

const where = { en: 'Self-attention 2', zh: '自注意力 2' };
const self = blockByType.get('selfAttention');
if (!self) throw new Error('no selfAttention');

function attention(params: Params, x: Tensor, padding?: Tensor): Tensor {
  if (!self) throw new Error('no selfAttention');
  const all = { ...selfAttention.params.parse(params) };
  const weights = randomWeights(self, all, { x: x.shape }, 3);
  return runBlock({
    block: self,
    params: all,
    weights,
    inputs: { x },
    ...(padding && { padding: { x: padding } }),
  });
}

describe('self-attention', () => {
  const shape = (params: Params, d_model: number) =>
    selfAttention.inferShape(
      selfAttention.params.parse(params),
      { x: ['B', 'T', d_model] },
      { ...context, where },
    );

  it('says which head counts divide d_model', () => {
    expect(() => shape({ n_heads: 5 }, 64)).toThrow(
      'Self-attention 2: d_model 64 is not divisible by n_heads 5. Use 1, 2, 4, 8, 16, 32 or 64.',
    );
    expect(() => shape({ n_heads: 4, n_kv_heads: 3 }, 64)).toThrow(
      'Self-attention 2: n_heads 4 is not divisible by n_kv_heads 3. Use 1, 2 or 4.',
    );
    expect(() => shape({ n_heads: 2, d_k: 3, position: 'rope' }, 64)).toThrow(
      'Self-attention 2: RoPE turns pairs of numbers, but d_k is 3. Make d_k even.',
    );
    expect(shape({ n_heads: 5, d_k: 3, d_v: 2 }, 64)).toEqual(['B', 'T', 64]);
  });

  it('offers the nearest head count as a repair, and says it in Chinese too', () => {
    try {
      shape({ n_heads: 5 }, 64);
    } catch (error) {
      expect(error).toMatchObject({
        problem: {
          what: { zh: 'd_model 64 不能被 n_heads 5 整除。' },
          fix: { zh: '可用 1、2、4、8、16、32 或 64。' },
          target: { repair: { param: 'n_heads', value: 4 } },
        },
      });
    }
  });

  it('asks for vectors where it is given ids', () => {
    expect(() =>
      selfAttention.inferShape(
        selfAttention.params.parse({}),
        { x: ['B', 'T'] },
        { ...context, where: sameText('A') },
      ),
    ).toThrow(
      'A: it needs an input of shape (B, T, d_model), got (B, T). Put an embedding before it.',
    );
  });

  it('without a mask and positions treats the sequence as a bag', () => {
    const x = randomTensor([2, 5, 8], 1, 'x');
    const reversed = tf.reverse(attention({ causal: false }, tf.reverse(x, 1)), 1);
    expectClose(reversed, attention({ causal: false }, x), 1e-6);
    const ordered = tf.reverse(attention({ causal: false, position: 'rope' }, tf.reverse(x, 1)), 1);
    expect(() => expectClose(ordered, attention({ causal: false, position: 'rope' }, x))).toThrow();
  });

  it('gives only its bias, never NaN, where nothing can be seen', () => {
    const y = attention(
      { bias: false, causal: false },
      randomTensor([1, 3, 8], 1, 'x'),
      tf.zeros([1, 3]),
    );
    expect([...y.dataSync()]).toEqual(new Array(24).fill(0));
  });

  it('shows patterns whose rows sum to 1', () => {
    const patterns: Tensor[] = [];
    if (!self) throw new Error('no selfAttention');
    const params = {
      ...selfAttention.params.parse({ n_heads: 2, position: 'alibi', dropout: 0.5 }),
    };
    const x = randomTensor([2, 4, 8], 1, 'x');
    runBlock({
      block: self,
      params,
      weights: randomWeights(self, params, { x: x.shape }, 3),
      inputs: { x },
      seed: 1,
      tap: (name, value) => name === 'pattern' && patterns.push(value()),
    });
    expect(patterns.map((pattern) => pattern.shape)).toEqual([[2, 2, 4, 4]]);
    for (const sum of tf.sum(patterns[0] ?? tf.zeros([1, 1]), -1).dataSync())
      expect(sum).toBeCloseTo(1, 5);
  });

  it('computes nothing for a tap that nobody looks at', () => {
    const before = tf.memory().numTensors;
    const y = tf.tidy(() => attention({}, randomTensor([1, 3, 8], 1, 'x')));
    y.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });
});

it('cross-attention reads keys and values from the memory, whatever its width', () => {
  const cross = blockByType.get('crossAttention');
  if (!cross) throw new Error('no crossAttention');
  const params = { ...crossAttention.params.parse({ n_heads: 2 }) };
  const [x, memory] = [randomTensor([2, 3, 8], 1, 'x'), randomTensor([2, 5, 6], 1, 'memory')];
  const shapes = { x: ['B', 'T', 8], memory: ['B', 'S', 6] };
  const weights = randomWeights(cross, params, shapes, 1);
  expect(weights.W_K?.shape).toEqual([6, 8]);
  const run = (m: Tensor) => runBlock({ block: cross, params, weights, inputs: { x, memory: m } });
  expect(run(memory).shape).toEqual([2, 3, 8]);
  expect(() => expectClose(run(tf.mul(memory, 2)), run(memory))).toThrow();
});
