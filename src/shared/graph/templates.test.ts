import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawingSchema } from '../contract/project';
import type { Ops } from '../tensor/ops';
import { compile } from './compile';
import { forward } from './model';
import { cpuOps, startModel } from './model.testing';
import { templates, tinyGpt } from './templates';

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

const sizes = { n_vocab: 11, n_ctx: 8 };

describe.each(Object.entries(templates))('template %s', (_, { title, make }) => {
  it('has a name in both languages', () => {
    expect(title.en).toMatch(/\S/);
    expect(title.zh).toMatch(/\S/);
  });

  it('is a whole drawing without problems, no two blocks in one place', () => {
    const drawing = drawingSchema.parse(make());
    expect(compile(drawing, sizes).problems).toEqual([]);
    const places = new Set(drawing.nodes.map(({ position }) => `${position.x} ${position.y}`));
    expect(places.size).toBe(drawing.nodes.length);
  });

  it('takes layers, heads and width', () => {
    const compiled = compile(make({ n_layers: 3, n_heads: 2, d_model: 12 }), sizes);
    expect(compiled.problems).toEqual([]);
    expect(new Set(compiled.steps.map(({ layer }) => layer))).toEqual(new Set([0, 1, 2]));
    expect(compiled.shapes.get('residual')).toEqual(['B', 'T', 12]);
    const attentions = compiled.steps.filter(({ block }) => block.type === 'selfAttention');
    expect(new Set(attentions.map(({ params }) => params.n_heads)).size).toBeLessThan(2);
  });

  it('computes finite logits, of which the last token changes only the last', () => {
    const model = startModel(ops, make({ n_layers: 2, n_heads: 2, d_model: 12 }), sizes);
    const logits = (...row: number[]) =>
      tf.tidy(() => {
        const tokens = tf.tensor2d([row], undefined, 'int32');
        return Array.from(forward({ ...model, feeds: { tokens }, training: null }).dataSync());
      });
    const [a, b] = [logits(1, 2, 3), logits(1, 2, 4)];
    expect(a.every(Number.isFinite)).toBe(true);
    expect(b.slice(0, 2 * sizes.n_vocab)).toEqual(a.slice(0, 2 * sizes.n_vocab));
    expect(b).not.toEqual(a);
  });
});

describe('tinyGpt', () => {
  it('keeps the ids that checkpoints are written with', () => {
    expect(tinyGpt({ dropout: 0.1 }).nodes.map(({ id, group }) => `${group ?? ''}.${id}`)).toEqual([
      '.tokens',
      '.tokenEmbedding',
      '.position',
      '.dropout',
      'decoder.norm',
      'decoder.attention',
      'decoder.dropout-2',
      'decoder.residual',
      'decoder.norm-2',
      'decoder.feedForward',
      'decoder.dropout-3',
      'decoder.residual-2',
      '.finalNorm',
      '.unembedding',
    ]);
  });

  it('has nanoGPT’s number of parameters, biases included, with its table of positions', () => {
    const { n_params } = compile(tinyGpt({ n_layers: 4, d_model: 128 }), {
      n_vocab: 65,
      n_ctx: 64,
    });
    const d = 128;
    const layer = 12 * d * d + 13 * d;
    expect(n_params).toBe(65 * d + 64 * d + 4 * layer + 2 * d);
  });
});
