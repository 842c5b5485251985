import { describe, expect, it } from 'vitest';
import { compile } from './compile';
import { addNode, setParam } from './document';
import { initialWeights } from './initialWeights';
import { tinyGpt } from './templates';

const sizes = { n_vocab: 65, n_ctx: 64 };
const start = (drawing = tinyGpt(), seed = 1) => initialWeights(compile(drawing, sizes), seed);

function std(values: Float32Array | undefined): number {
  const list = Array.from(values ?? []);
  return Math.sqrt(list.reduce((sum, x) => sum + x * x, 0) / list.length);
}

describe('initialWeights', () => {
  it('draws as the block says', () => {
    const weights = start(tinyGpt({ n_layers: 8 }));
    expect(std(weights.get('tokenEmbedding.W_E'))).toBeCloseTo(0.02, 3);
    expect(std(weights.get('decoder.3.attention.W_Q'))).toBeCloseTo(0.02, 3);
    expect(std(weights.get('decoder.3.attention.W_O'))).toBeCloseTo(0.02 / 4, 3);
    expect(std(weights.get('decoder.3.feedForward.W_out'))).toBeCloseTo(0.02 / 4, 3);
    expect(new Set(weights.get('decoder.3.attention.b_Q'))).toEqual(new Set([0]));
    expect(new Set(weights.get('finalNorm.gain'))).toEqual(new Set([1]));
  });

  it('draws Xavier uniform within ±√(6 / (d_in + d_out))', () => {
    const weights = start(setParam(tinyGpt(), 'attention', 'init', 'xavier'));
    const values = Array.from(weights.get('decoder.0.attention.W_Q') ?? []);
    const limit = Math.sqrt(6 / 128);
    expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(limit);
    expect(std(Float32Array.from(values))).toBeCloseTo(limit / Math.sqrt(3), 2);
  });

  it('depends on the seed and the name, not on what else is drawn', () => {
    const more = addNode(tinyGpt({ n_layers: 2, n_heads: 8 }), {
      type: 'layerNorm',
      position: { x: 0, y: 0 },
    }).drawing;
    const [a, b] = [start(), start(more)];
    expect(b.get('decoder.1.attention.W_Q')).toEqual(a.get('decoder.1.attention.W_Q'));
    expect(start(tinyGpt(), 2).get('tokenEmbedding.W_E')).not.toEqual(a.get('tokenEmbedding.W_E'));
    expect(a.get('decoder.0.attention.W_Q')).not.toEqual(a.get('decoder.1.attention.W_Q'));
  });
});
