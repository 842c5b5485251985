import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '../contract/project';
import type { Ops, Tensor } from '../tensor/ops';
import { compile } from './compile';
import { difference } from './difference';
import { forward } from './model';
import { cpuOps, startModel, type TestModel } from './model.testing';
import { templates, tinyGpt } from './templates';

const sizes = { n_vocab: 7, n_ctx: 6 };
const small = { n_layers: 3, n_heads: 2, d_model: 8 };
const own = tinyGpt(small);
const sharing = (drawing: Drawing): Drawing => ({
  ...drawing,
  groups: drawing.groups.map((group) => ({ ...group, shared: true })),
});
const shared = sharing(own);

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

/** The gradient of every weight of some loss, by name. */
function gradients(model: TestModel, weights = model.weights): Map<string, number[]> {
  const list = [...weights];
  const tokens = tf.tensor2d([[1, 2, 3, 4, 5]], undefined, 'int32');
  const targets = tf.tensor2d([[2, 3, 4, 5, 6]], undefined, 'int32');
  const found = tf.grads((...tensors: Tensor[]) => {
    const given = new Map(list.map(([name], i) => [name, tensors[i] ?? tf.scalar(0)]));
    const logits = forward({ ...model, weights: given, feeds: { tokens }, training: null });
    return ops.crossEntropy(logits, targets, { labelSmoothing: 0, count: null });
  })(list.map(([, tensor]) => tensor));
  return new Map(list.map(([name], i) => [name, Array.from(found[i]?.dataSync() ?? [])]));
}

describe('a repeat group whose layers share their weights', () => {
  it('has one set of them, under the names of its first layer', () => {
    const compiled = compile(shared, sizes);
    expect(compiled.problems).toEqual([]);
    const { weights, steps } = compiled;
    expect(weights.filter(({ node }) => node === 'feedForward').map(({ name }) => name)).toEqual(
      ['W_in', 'W_out', 'b_in', 'b_out'].map((name) => `decoder.0.feedForward.${name}`),
    );
    const attentions = steps.filter(({ node }) => node === 'attention');
    expect(attentions.map(({ name }) => name)).toEqual(
      [0, 1, 2].map((layer) => `decoder.${layer}.attention`),
    );
    expect(new Set(attentions.map((step) => step.weights.W_Q))).toEqual(
      new Set(['decoder.0.attention.W_Q']),
    );
  });

  it('counts them once, in the drawing and at every block', () => {
    const [once, thrice] = [compile(shared, sizes), compile(own, sizes)];
    const outside = sizes.n_vocab * 8 + sizes.n_ctx * 8 + 2 * 8;
    expect(3 * (once.n_params - outside)).toBe(thrice.n_params - outside);
    const at = (node: string) => [once, thrice].map(({ nodeParams }) => nodeParams.get(node));
    expect(at('attention')).toEqual([288, 3 * 288]);
    expect(once.weights.reduce((sum, { n_params }) => sum + n_params, 0)).toBe(once.n_params);
  });

  it('starts as the first layer of one that does not share', () => {
    const [once, thrice] = [startModel(ops, shared, sizes), startModel(ops, own, sizes)];
    for (const [name, tensor] of once.weights) {
      expect(tensor.dataSync()).toEqual(thrice.weights.get(name)?.dataSync());
    }
  });

  it('adds the gradients of all its layers up', () => {
    const once = startModel(ops, shared, sizes);
    const thrice = startModel(ops, own, sizes);
    const first = (name: string) => name.replace(/^decoder\.\d+/, 'decoder.0');
    const copies = new Map(
      [...thrice.weights.keys()].map((name): [string, Tensor] => {
        const tensor = once.weights.get(first(name));
        if (tensor === undefined) throw new Error(`no ${name}`);
        return [name, tensor.clone()];
      }),
    );
    const sums = new Map<string, number[]>();
    for (const [name, values] of gradients(thrice, copies)) {
      const sum = sums.get(first(name));
      sums.set(first(name), sum ? sum.map((value, i) => value + (values[i] ?? 0)) : values);
    }
    const found = gradients(once);
    expect([...found.keys()].sort()).toEqual([...sums.keys()].sort());
    for (const [name, values] of found) {
      const expected = sums.get(name) ?? [];
      values.forEach((value, i) => {
        expect(Math.abs(value - (expected[i] ?? 9)), name).toBeLessThan(1e-6);
      });
    }
  });

  it('is one group of several, tied tables and memory included', () => {
    const drawing = templates.transformer2017.make({ ...small, dropout: 0 });
    const one = {
      ...drawing,
      groups: drawing.groups.map((group) => ({ ...group, shared: group.id === 'decoder' })),
    };
    const { problems, weights } = compile(one, sizes);
    expect(problems).toEqual([]);
    const layers = (group: string) =>
      new Set(weights.flatMap(({ name }) => new RegExp(`^${group}\\.(\\d)`).exec(name)?.[1] ?? []));
    expect([...layers('encoder')]).toEqual(['0', '1', '2']);
    expect([...layers('decoder')]).toEqual(['0']);
  });

  it('is named where two drawings differ in it', () => {
    expect(difference(own, shared).map(({ en }) => en)).toEqual(['shared false → true']);
    expect(difference(shared, sharing(shared))).toEqual([]);
  });
});
