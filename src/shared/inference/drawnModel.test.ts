import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyBlock } from '../blocks/block';
import { setParam } from '../graph/document';
import { cpuOps, startModel } from '../graph/model.testing';
import { draw } from '../graph/parts';
import { templates, tinyGpt } from '../graph/templates';
import type { Ops } from '../tensor/ops';
import { beamSearch } from './beam';
import { languageModel } from './drawnModel';
import { generate } from './generate';
import { inspectAttention } from './inspect';
import { tokensOf } from './made.testing';

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

describe.each(['transformer2017', 't5'] as const)('an encoder-decoder, %s', (template) => {
  const source = Int32Array.of(4, 9, 5, 6);
  const bos = 1;
  const end = 2;
  const twoStacks = () =>
    languageModel(
      startModel(ops, templates[template].make({ ...small, dropout: 0 }), sizes),
      source,
    );
  const all = { length: 7, use_cache: true, end };

  it('computes the same with the memory and the keys and values kept as without', () => {
    const model = twoStacks();
    const cache = model.newCache();
    if (cache === null) throw new Error('nothing can be kept');
    const ids = [bos, 7, 3, 8, 5];
    ids.forEach((id, i) => {
      const kept = model.logits(Int32Array.of(id), cache);
      const anew = model.logits(Int32Array.from(ids.slice(0, i + 1)), null);
      kept.forEach((logit, place) => {
        expect(logit).toBeCloseTo(anew[place] ?? Number.NaN, 5);
      });
    });
    cache.dispose();
  });

  it('translates the same with and without a cache, greedily and by beams', () => {
    const model = twoStacks();
    const plain = { ...all, use_cache: false };
    const greedily = { temperature: 0, top_k: 0, seed: 1 };
    const greedy = [...generate(model, [bos], { ...all, ...greedily })];
    expect(greedy).toEqual([...generate(model, [bos], { ...plain, ...greedily })]);
    expect(tokensOf(beamSearch(model, [bos], { ...all, width: 1 }))).toEqual(greedy);
    const beam = tokensOf(beamSearch(model, [bos], { ...all, width: 3 }));
    expect(beam).toEqual(tokensOf(beamSearch(model, [bos], { ...plain, width: 3 })));
  });

  it('calls the encoder once, however many tokens follow', () => {
    const model = startModel(ops, templates[template].make({ ...small, dropout: 0 }), sizes);
    let n_calls = 0;
    const counted =
      (call: AnyBlock['forward']): AnyBlock['forward'] =>
      (context) => {
        n_calls++;
        return call(context);
      };
    const steps = model.compiled.steps.map((step) =>
      step.block.type === 'source'
        ? { ...step, block: { ...step.block, forward: counted(step.block.forward) } }
        : step,
    );
    const watched = languageModel({ ...model, compiled: { ...model.compiled, steps } }, source);
    expect(tokensOf(beamSearch(watched, [bos], { ...all, end: null, width: 2 }))).toHaveLength(7);
    expect(n_calls).toBe(1);
  });

  it('leaves no tensor behind', () => {
    const model = twoStacks();
    const before = tf.memory().numTensors;
    expect(tokensOf(beamSearch(model, [bos], { ...all, end: null, width: 3 }))).toHaveLength(7);
    for (const _ of beamSearch(model, [bos], { ...all, end: null, width: 3 })) break;
    for (const _ of generate(model, [bos], { ...options, end: null })) break;
    expect(tf.memory().numTensors).toBe(before);
  });
});

it('keeps nothing where the memory holds the tokens themselves', () => {
  const drawing = draw(
    [
      { id: 'tokens', type: 'tokens' },
      { id: 'tokenEmbedding', type: 'tokenEmbedding', params: { d_model: 8 }, from: 'tokens' },
      {
        id: 'crossAttention',
        type: 'crossAttention',
        from: { x: 'tokenEmbedding', memory: 'tokenEmbedding' },
      },
      { id: 'unembedding', type: 'unembedding', from: 'crossAttention' },
    ],
    {},
  );
  expect(languageModel(startModel(ops, drawing, sizes)).newCache()).toBeNull();
});

describe('inspectAttention', () => {
  it('tells how many tokens an item stands for, where neighbours are summed', () => {
    const embed = { type: 'tokenEmbedding', params: { d_model: 8 } };
    const drawing = draw(
      [
        { id: 'source', type: 'source' },
        { id: 'tokenEmbedding', ...embed, from: 'source' },
        { id: 'items', type: 'sumNeighbours', params: { n: 2 }, from: 'tokenEmbedding' },
        { id: 'tokens', type: 'tokens' },
        { id: 'tokenEmbedding-2', ...embed, from: 'tokens' },
        {
          id: 'crossAttention',
          type: 'crossAttention',
          params: { n_heads: 1 },
          from: { x: 'tokenEmbedding-2', memory: 'items' },
        },
        { id: 'unembedding', type: 'unembedding', from: 'crossAttention' },
      ],
      {},
    );
    const [cross] = inspectAttention(startModel(ops, drawing, sizes), {
      feeds: { tokens: Int32Array.of(1, 2), source: Int32Array.of(1, 2, 3, 4, 5) },
      pieces: (ids) => Array.from(ids, String),
      step: 0,
    }).layers;
    expect(cross).toMatchObject({
      queries: 'tokens',
      keys: 'source',
      queryTokens: 1,
      keyTokens: 2,
    });
    const n_items = 3;
    expect(cross?.pattern).toHaveLength(2 * n_items);
    const row = Array.from(cross?.pattern ?? []).slice(0, n_items);
    expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  });

  it('shows every layer and head, rows summing to 1 and nothing after the diagonal', () => {
    const model = startModel(ops, tinyGpt(small), sizes);
    const T = 5;
    const view = inspectAttention(model, {
      feeds: { tokens: Int32Array.of(1, 2, 3, 4, 5) },
      pieces: (ids) => Array.from(ids, (id) => 'abcde'[id - 1] ?? ''),
      step: 7,
    });
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

  it('shows who attends to whom where there is a source', () => {
    const model = startModel(ops, templates.transformer2017.make({ ...small, n_layers: 1 }), sizes);
    const feeds = { tokens: Int32Array.of(1, 2, 3), source: Int32Array.of(4, 5, 6, 7) };
    const view = inspectAttention(model, { feeds, pieces: (ids) => [...ids].map(String), step: 0 });
    expect(view.tokens).toEqual(['1', '2', '3']);
    expect(view.source).toEqual(['4', '5', '6', '7']);
    const rows = view.layers.map(({ name, queries, keys, causal, pattern }) => [
      name,
      queries,
      keys,
      causal,
      pattern.length,
    ]);
    expect(rows).toEqual([
      ['encoder.0.attention', 'source', 'source', false, 2 * 4 * 4],
      ['decoder.0.attention-2', 'tokens', 'tokens', true, 2 * 3 * 3],
      ['decoder.0.crossAttention', 'tokens', 'source', false, 2 * 3 * 4],
    ]);
    for (const { pattern, keys } of view.layers) {
      const length = keys === 'source' ? 4 : 3;
      for (let from = 0; from < pattern.length; from += length) {
        const row = pattern.subarray(from, from + length);
        expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
      }
    }
  });

  it('leaves no tensor behind', () => {
    const model = startModel(ops, tinyGpt(small), sizes);
    const before = tf.memory().numTensors;
    const feeds = { tokens: Int32Array.of(1, 2) };
    inspectAttention(model, { feeds, pieces: () => ['a', 'b'], step: 0 });
    expect(tf.memory().numTensors).toBe(before);
  });
});
