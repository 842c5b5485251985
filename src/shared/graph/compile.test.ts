import { describe, expect, it } from 'vitest';
import { compile } from './compile';
import { setParam } from './document';
import { draw, type Part } from './parts';
import { tinyGpt } from './templates';

const sizes = { n_vocab: 65, n_ctx: 64 };

/** An encoder whose output every layer of the decoder looks at. */
const encoderDecoder: readonly Part[] = [
  { id: 'source', type: 'source' },
  { id: 'embedding', type: 'tokenEmbedding', params: { d_model: 8 }, from: 'source' },
  {
    id: 'mix',
    type: 'selfAttention',
    params: { causal: false },
    from: 'embedding',
    group: 'encoder',
  },
  { id: 'tokens', type: 'tokens' },
  { id: 'embedding-2', type: 'tokenEmbedding', params: { d_model: 8 }, from: 'tokens' },
  {
    id: 'cross',
    type: 'crossAttention',
    from: { x: 'embedding-2', memory: 'mix' },
    group: 'decoder',
  },
  {
    id: 'residual',
    type: 'residualAdd',
    from: { x: 'embedding-2', branch: 'cross' },
    group: 'decoder',
  },
  { id: 'unembedding', type: 'unembedding', params: { tied: false }, from: 'residual' },
];

describe('compile', () => {
  it('writes the layers of a group out in order', () => {
    const compiled = compile(tinyGpt(), sizes);
    expect(compiled.problems).toEqual([]);
    expect(compiled.steps.map(({ name }) => name)).toEqual([
      'tokens',
      'tokenEmbedding',
      'position',
      'decoder.0.norm',
      'decoder.0.attention',
      'decoder.0.residual',
      'decoder.0.norm-2',
      'decoder.0.feedForward',
      'decoder.0.residual-2',
      'decoder.1.norm',
      'decoder.1.attention',
      'decoder.1.residual',
      'decoder.1.norm-2',
      'decoder.1.feedForward',
      'decoder.1.residual-2',
      'finalNorm',
      'unembedding',
    ]);
    expect(compiled.output).toBe(16);
    expect(compiled.feeds).toEqual(['tokens']);
  });

  it('lets a layer take what the layer before gave, wherever the first takes what enters', () => {
    const { steps } = compile(tinyGpt(), sizes);
    const inputs = Object.fromEntries(
      steps.map(({ name, inputs }) => [name, Object.values(inputs).map((i) => steps[i]?.name)]),
    );
    expect(inputs['decoder.0.norm']).toEqual(['position']);
    expect(inputs['decoder.0.residual']).toEqual(['position', 'decoder.0.attention']);
    expect(inputs['decoder.1.norm']).toEqual(['decoder.0.residual-2']);
    expect(inputs['decoder.1.residual']).toEqual(['decoder.0.residual-2', 'decoder.1.attention']);
    expect(inputs['decoder.1.residual-2']).toEqual(['decoder.1.residual', 'decoder.1.feedForward']);
    expect(inputs.finalNorm).toEqual(['decoder.1.residual-2']);
  });

  it('gives every layer the same value at a constant port', () => {
    const drawing = draw(encoderDecoder, { encoder: 2, decoder: 2 });
    const { problems, steps, feeds } = compile(drawing, sizes);
    expect(problems).toEqual([]);
    expect(feeds).toEqual(['source', 'tokens']);
    const inputs = Object.fromEntries(
      steps.map(({ name, inputs }) => [name, Object.values(inputs).map((i) => steps[i]?.name)]),
    );
    expect(inputs['encoder.1.mix']).toEqual(['encoder.0.mix']);
    expect(inputs['decoder.0.cross']).toEqual(['embedding-2', 'encoder.1.mix']);
    expect(inputs['decoder.1.cross']).toEqual(['decoder.0.residual', 'encoder.1.mix']);
  });

  it('names the weights of each layer and counts them', () => {
    const { weights, n_params, nodeParams } = compile(tinyGpt(), sizes);
    expect(weights.filter(({ node }) => node === 'attention').map(({ name }) => name)).toEqual(
      [0, 1].flatMap((layer) =>
        ['W_Q', 'W_K', 'W_V', 'W_O', 'b_Q', 'b_K', 'b_V', 'b_O'].map(
          (weight) => `decoder.${layer}.attention.${weight}`,
        ),
      ),
    );
    const d = 64;
    const layer = 4 * d * d + 4 * d + 2 * (4 * d * d) + 5 * d + 4 * d;
    expect(nodeParams.get('attention')).toBe(2 * (4 * d * d + 4 * d));
    expect(n_params).toBe(65 * d + 64 * d + 2 * layer + 2 * d);
    expect(weights.reduce((sum, { n_params }) => sum + n_params, 0)).toBe(n_params);
  });

  it('lists a tied weight once, at its owner', () => {
    const compiled = compile(tinyGpt(), sizes);
    expect(compiled.weights.filter(({ name }) => name.endsWith('W_E'))).toEqual([
      {
        name: 'tokenEmbedding.W_E',
        shape: [65, 64],
        init: { kind: 'normal', std: 0.02 },
        decay: true,
        node: 'tokenEmbedding',
        n_layers: 2,
        n_params: 4160,
        trainable: true,
      },
    ]);
    expect(compiled.steps.at(-1)?.weights).toEqual({ W_E: 'tokenEmbedding.W_E' });
    expect(compiled.nodeParams.get('unembedding')).toBe(0);
    expect(compiled.nodeWeights.get('unembedding')).toEqual([
      { name: 'W_E', fullName: 'tokenEmbedding.W_E', shape: [65, 64], tied: true },
    ]);
    expect(compile(tinyGpt({ tied: false }), sizes).n_params).toBe(compiled.n_params + 65 * 64);
  });

  it('knows the shape of every output', () => {
    const { shapes } = compile(tinyGpt({ d_model: 32 }), sizes);
    expect(shapes.get('tokens')).toEqual(['B', 'T']);
    expect(shapes.get('attention')).toEqual(['B', 'T', 32]);
    expect(shapes.get('unembedding')).toEqual(['B', 'T', 65]);
  });

  it('counts the weights of sound nodes while others are faulty, but has no steps', () => {
    const compiled = compile(setParam(tinyGpt(), 'attention', 'n_heads', 5), sizes);
    expect(compiled.steps).toEqual([]);
    expect(compiled.output).toBeNull();
    expect(compiled.n_params).toBe(65 * 64 + 64 * 64 + 2 * 2 * 64);
    expect([...compiled.shapes.keys()]).toEqual(['tokens', 'tokenEmbedding', 'position', 'norm']);
  });

  it('counts a table of 50,000 × 4,096', () => {
    const parts: Part[] = [
      { id: 'tokens', type: 'tokens' },
      { id: 'embedding', type: 'tokenEmbedding', params: { d_model: 4096 }, from: 'tokens' },
      { id: 'unembedding', type: 'unembedding', from: 'embedding' },
    ];
    const { n_params, problems } = compile(draw(parts, {}), { n_vocab: 50_000, n_ctx: 8 });
    expect(problems).toEqual([]);
    expect(n_params).toBe(204_800_000);
  });

  it('runs the nodes of a group next to each other, however they were placed', () => {
    const drawing = tinyGpt();
    const shuffled = { ...drawing, nodes: [...drawing.nodes].reverse() };
    const { steps } = compile(shuffled, sizes);
    expect(steps.map(({ name }) => name)).toEqual(
      compile(drawing, sizes).steps.map(({ name }) => name),
    );
  });
});
