import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { setParam } from '../graph/document';
import { cpuOps, startModel } from '../graph/model.testing';
import { tinyGpt } from '../graph/templates';
import type { Ops } from '../tensor/ops';
import { languageModel } from './drawnModel';
import { generate } from './generate';
import { inspectAttention } from './inspect';

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

const sizes = { n_vocab: 11, n_ctx: 8 };
const small = { n_layers: 2, n_heads: 2, d_model: 8 };
const options = { length: 25, temperature: 1, top_k: 5, seed: 3, use_cache: true };

describe('a drawn model', () => {
  it.each(['learned', 'sinusoidal', 'none'] as const)(
    'writes the same with and without a cache, past n_ctx too: %s position',
    (position) => {
      const model = languageModel(startModel(ops, tinyGpt({ ...small, position }), sizes));
      const cached = [...generate(model, [1, 2, 3], options)];
      expect([...generate(model, [1, 2, 3], { ...options, use_cache: false })]).toEqual(cached);
      expect(new Set(cached).size).toBeGreaterThan(2);
    },
  );

  it('keeps nothing when positions see later ones: the cache would hold what changes', () => {
    const drawing = setParam(tinyGpt(small), 'attention', 'causal', false);
    const model = languageModel(startModel(ops, drawing, sizes));
    expect(model.newCache()).toBeNull();
    expect([...generate(model, [1, 2, 3], options)]).toEqual([
      ...generate(model, [1, 2, 3], { ...options, use_cache: false }),
    ]);
  });

  it('leaves no tensor behind, whether it ends or is stopped', () => {
    const model = languageModel(startModel(ops, tinyGpt(small), sizes));
    const before = tf.memory().numTensors;
    expect([...generate(model, [1], options)]).toHaveLength(25);
    for (const _ of generate(model, [1], options)) break;
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe('inspectAttention', () => {
  it('shows every layer and head, rows summing to 1 and nothing after the diagonal', () => {
    const model = startModel(ops, tinyGpt(small), sizes);
    const T = 5;
    const view = inspectAttention(model, Int32Array.of(1, 2, 3, 4, 5), [...'abcde'], 7);
    expect(view.step).toBe(7);
    expect(view.tokens).toEqual([...'abcde']);
    expect(view.layers.map(({ name, n_heads, causal }) => [name, n_heads, causal])).toEqual([
      ['decoder.0.attention', 2, true],
      ['decoder.1.attention', 2, true],
    ]);
    for (const { pattern } of view.layers) {
      expect(pattern).toHaveLength(2 * T * T);
      for (let row = 0; row < 2 * T; row++) {
        const weights = [...pattern.subarray(row * T, (row + 1) * T)];
        expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
        expect(weights.slice((row % T) + 1).every((weight) => weight === 0)).toBe(true);
      }
    }
  });

  it('leaves no tensor behind', () => {
    const model = startModel(ops, tinyGpt(small), sizes);
    const before = tf.memory().numTensors;
    inspectAttention(model, Int32Array.of(1, 2), ['a', 'b'], 0);
    expect(tf.memory().numTensors).toBe(before);
  });
});
