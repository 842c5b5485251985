import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { setParam } from '../graph/document';
import { cpuOps, startModel, type TestModel } from '../graph/model.testing';
import { draw } from '../graph/parts';
import { templates } from '../graph/templates';
import type { Ops } from '../tensor/ops';
import { testMask } from './maskTest';

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

const sizes = { n_vocab: 11, n_ctx: 8 };
const small = { n_layers: 2, n_heads: 2, d_model: 8, dropout: 0 };
const tokens = Int32Array.of(1, 2, 3, 4, 5);
const source = Int32Array.of(6, 7, 8);

const targetOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { problem?: { target?: unknown } }).problem?.target;
  }
};

describe('the mask test', () => {
  it.each([
    'tinyGpt',
    'gpt2',
    'llama',
    'attentionOnly2',
    'mlpOnly',
    'transformer2017',
    't5',
  ] as const)('finds that nothing before a changed token moves: %s', (template) => {
    const model = startModel(ops, templates[template].make(small), sizes);
    expect(testMask(model, { tokens, source }, 'tokens')).toEqual({ changed: 5, moved: 0 });
  });

  it('names the block where a later token first reaches an earlier position', () => {
    const drawing = setParam(templates.tinyGpt.make(small), 'attention', 'causal', false);
    const model = startModel(ops, drawing, sizes);
    const test = () => testMask(model, { tokens }, 'tokens');
    expect(test).toThrow(
      'Self-attention: a change of token 5 changes its output at position 1, before it. Let no position see later ones here, or choose an objective that may look both ways.',
    );
    expect(targetOf(test)).toEqual({ node: 'attention', wire: 'norm>attention.x' });
  });

  it('blames the wire of a memory that holds the answer', () => {
    const drawing = draw(
      [
        { id: 'tokens', type: 'tokens' },
        { id: 'tokenEmbedding', type: 'tokenEmbedding', params: { d_model: 8 }, from: 'tokens' },
        { id: 'norm', type: 'layerNorm', from: 'tokenEmbedding' },
        {
          id: 'crossAttention',
          type: 'crossAttention',
          from: { x: 'norm', memory: 'tokenEmbedding' },
        },
        { id: 'unembedding', type: 'unembedding', from: 'crossAttention' },
      ],
      {},
    );
    const model = startModel(ops, drawing, sizes);
    expect(targetOf(() => testMask(model, { tokens }, 'tokens'))).toEqual({
      node: 'crossAttention',
      wire: 'tokenEmbedding>crossAttention.memory',
    });
  });

  it('finds a leak that no param tells of, in a block as whole as any other', () => {
    const model = startModel(ops, templates.mlpOnly.make(small), sizes);
    const leaky = withForward(model, 'feedForward', (x) => tf.reverse(x, 1));
    expect(() => testMask(leaky, { tokens }, 'tokens')).toThrow(
      'Feed-forward: a change of token 5 changes its output at position 1, before it.',
    );
  });

  it('blames the wire that is drawn when only a later layer leaks', () => {
    const model = startModel(ops, templates.mlpOnly.make(small), sizes);
    for (const [node, wire] of [
      ['norm', 'position>norm.x'],
      ['feedForward', 'norm>feedForward.x'],
    ] as const) {
      const leaky = withForward(model, node, (x) => tf.reverse(x, 1), 1);
      expect(targetOf(() => testMask(leaky, { tokens }, 'tokens'))).toEqual({ node, wire });
    }
  });

  it('has nothing to look at in a single token, and leaves no tensor behind', () => {
    const model = startModel(ops, templates.tinyGpt.make(small), sizes);
    expect(testMask(model, { tokens: Int32Array.of(1) }, 'tokens')).toBeNull();
    const before = tf.memory().numTensors;
    testMask(model, { tokens }, 'tokens');
    expect(tf.memory().numTensors).toBe(before);
  });
});

function withForward(
  model: TestModel,
  node: string,
  call: (x: tf.Tensor) => tf.Tensor,
  from = 0,
): TestModel {
  const steps = model.compiled.steps.map((step) =>
    step.node === node && step.layer >= from
      ? {
          ...step,
          block: {
            ...step.block,
            forward: ({ inputs }: { inputs: Readonly<Record<string, tf.Tensor>> }) =>
              call(inputs.x ?? tf.zeros([1])),
          },
        }
      : step,
  );
  return { ...model, compiled: { ...model.compiled, steps } };
}
