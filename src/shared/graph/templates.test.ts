import * as tf from '@tensorflow/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Drawing, drawingSchema, type Project, settingsSchema } from '../contract/project';
import { learningRate } from '../contract/schedule';
import type { Ops } from '../tensor/ops';
import { compile } from './compile';
import { setParam } from './document';
import { forward } from './model';
import { cpuOps, startModel } from './model.testing';
import { templates, tinyGpt, withRecipe } from './templates';

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

const sizes = { n_vocab: 11, n_ctx: 8 };

const small = { n_layers: 2, n_heads: 2, d_model: 12 };

describe.each(Object.entries(templates))('template %s', (_, { title, objective, make }) => {
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

  it('feeds on what its objective has', () => {
    const needs = { nextToken: ['tokens'], maskedToken: ['tokens'], seq2seq: ['source', 'tokens'] };
    expect(compile(make(), sizes).feeds).toEqual(needs[objective]);
  });

  it('takes layers, heads and width', () => {
    const compiled = compile(make({ ...small, n_layers: 3 }), sizes);
    expect(compiled.problems).toEqual([]);
    expect(new Set(compiled.steps.map(({ layer }) => layer))).toEqual(new Set([0, 1, 2]));
    expect(compiled.shapes.get('tokenEmbedding')?.at(-1)).toBe(12);
    const attentions = compiled.steps.filter(({ block }) => block.type === 'selfAttention');
    expect(new Set(attentions.map(({ params }) => params.n_heads)).size).toBeLessThan(2);
  });

  it('computes finite logits; a later token changes an earlier one only where it may be seen', () => {
    const model = startModel(ops, make(small), sizes);
    const logits = (...row: number[]) =>
      tf.tidy(() => {
        const tokens = tf.tensor2d([row], undefined, 'int32');
        const source = tf.tensor2d([[4, 3, 2, 1]], undefined, 'int32');
        const feeds = { tokens, source };
        return Array.from(forward({ ...model, feeds, training: null }).dataSync());
      });
    const [a, b] = [logits(1, 2, 3), logits(1, 2, 4)];
    const earlier = (values: number[]) => values.slice(0, 2 * sizes.n_vocab);
    expect(a.every(Number.isFinite)).toBe(true);
    expect(b).not.toEqual(a);
    if (objective === 'maskedToken') expect(earlier(b)).not.toEqual(earlier(a));
    else expect(earlier(b)).toEqual(earlier(a));
  });
});

describe('the encoder-decoder of 2017', () => {
  const base = { n_layers: 6, n_heads: 8, d_model: 512 };
  const count = (drawing: Drawing) => compile(drawing, { n_vocab: 37_000, n_ctx: 512 }).n_params;

  it('counts 63,082,496 parameters at V = 37,000, and 63,045,632 without attention biases', () => {
    const drawing = templates.transformer2017.make(base);
    expect(count(drawing)).toBe(63_082_496);
    const attentions = drawing.nodes.filter(({ type }) => type.endsWith('Attention'));
    const unbiased = attentions.reduce((d, { id }) => setParam(d, id, 'bias', false), drawing);
    expect(count(unbiased)).toBe(63_045_632);
  });

  it('has one table for source, target and the end', () => {
    const { steps } = compile(templates.transformer2017.make(small), sizes);
    const tables = steps.flatMap(({ weights }) => weights.W_E ?? []);
    expect(tables).toEqual(['tokenEmbedding.W_E', 'tokenEmbedding.W_E', 'tokenEmbedding.W_E']);
  });

  it('lets what the source says reach every target position, by the memory', () => {
    const model = startModel(ops, templates.transformer2017.make(small), sizes);
    const logits = (...row: number[]) =>
      tf.tidy(() => {
        const source = tf.tensor2d([row], undefined, 'int32');
        const tokens = tf.tensor2d([[1, 2]], undefined, 'int32');
        return Array.from(
          forward({ ...model, feeds: { tokens, source }, training: null }).dataSync(),
        );
      });
    const [a, b] = [logits(5, 6, 7), logits(5, 6, 8)];
    expect(a[0]).not.toBe(b[0]);
    expect(a).toHaveLength(2 * sizes.n_vocab);
  });
});

describe('the recipe of a template', () => {
  const usual = settingsSchema.parse({});
  type Trained = Pick<Project, 'settings' | 'recipe'>;
  const trained = (id: keyof typeof templates, project: Trained = { settings: usual }) =>
    withRecipe(project, templates[id], templates[id].make({ d_model: 32 }));

  it.each([64, 128])('of 2017 is the rate of equation 3 at d_model %i', (d_model) => {
    const drawing = templates.transformer2017.make({ d_model });
    const { settings } = withRecipe({ settings: usual }, templates.transformer2017, drawing);
    const { warmup_steps } = settings;
    expect(warmup_steps).toBeLessThan(usual.max_steps / 2);
    for (const step of [1, warmup_steps, warmup_steps + 1, usual.max_steps]) {
      const rate = d_model ** -0.5 * Math.min(step ** -0.5, step * warmup_steps ** -1.5);
      expect(learningRate(settings, step) / rate).toBeCloseTo(1, 3);
    }
    expect(settings).toMatchObject({ label_smoothing: 0.1, beta2: 0.98, eps: 1e-9 });
  });

  it('follows another warm-up with its rate', () => {
    const { transformer2017: template } = templates;
    const { settings } = withRecipe({ settings: usual }, template, template.make(), 100);
    expect(settings).toMatchObject({ warmup_steps: 100, lr: 0.0125 });
  });

  it.each(Object.keys(templates) as (keyof typeof templates)[])(
    'of %s is what settings allow, whatever they were',
    (id) => {
      const { settings } = trained(id, { settings: { ...usual, optimizer: 'sgd' } });
      expect(settingsSchema.parse(settings)).toEqual(settings);
      if (id === 'bert') expect(settings).toMatchObject({ optimizer: 'adamW', min_lr: 0 });
    },
  );

  it('leaves nothing of itself to the next template, and all that a person set', () => {
    const mine = { settings: { ...usual, lr: 0.003, beta2: 0.95, max_steps: 77 } };
    expect(trained('t5', trained('transformer2017', mine)).settings).toEqual(mine.settings);
    expect(trained('gpt2', trained('llama', mine)).settings).toEqual(mine.settings);
    expect(trained('gpt2', mine).settings).toEqual(mine.settings);
    const twice = trained('bert', trained('transformer2017', mine));
    expect(trained('t5', twice).settings).toEqual(mine.settings);
    const begun = trained('transformer2017', mine);
    const changed = { ...begun, settings: { ...begun.settings, lr: 0.002 } };
    expect(trained('t5', changed).settings).toEqual({ ...mine.settings, lr: 0.002 });
  });

  it('that a file made up changes nothing', () => {
    const recipe = { set: { lr: usual.lr }, before: { lr: 'much' } };
    expect(trained('gpt2', { settings: usual, recipe }).settings).toEqual(usual);
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
