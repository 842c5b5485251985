import { describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import { compile } from './compile';
import { draw, type Part } from './parts';

const sizes = { n_vocab: 65, n_ctx: 64 };

/** Source and target with one table; either embedding may own it. */
function translator(own: 'source' | 'target' | 'both' | 'neither'): readonly Part[] {
  const tied = (side: 'source' | 'target') => ({
    d_model: 8,
    tied: own !== 'both' && own !== side,
  });
  return [
    { id: 'tokens', type: 'tokens' },
    { id: 'embedding', type: 'tokenEmbedding', params: tied('target'), from: 'tokens' },
    { id: 'source', type: 'source' },
    { id: 'embedding-2', type: 'tokenEmbedding', params: tied('source'), from: 'source' },
    { id: 'cross', type: 'crossAttention', from: { x: 'embedding', memory: 'embedding-2' } },
    { id: 'unembedding', type: 'unembedding', from: 'cross' },
  ];
}

describe('an embedding that shares its table', () => {
  it.each([
    ['source', 'embedding-2.W_E'],
    ['target', 'embedding.W_E'],
  ] as const)('takes that of the other one, wherever it stands: %s owns', (own, name) => {
    const compiled = compile(draw(translator(own), {}), sizes);
    expect(compiled.problems).toEqual([]);
    const tables = compiled.weights.filter(({ shape }) => shape[0] === sizes.n_vocab);
    expect(tables.map((weight) => weight.name)).toEqual([name]);
    const used = compiled.steps.flatMap(({ weights }) => weights.W_E ?? []);
    expect(used).toEqual([name, name, name]);
    expect(compiled.n_params).toBe(65 * 8 + 4 * 8 * 8 + 4 * 8);
  });

  it('otherwise each has its own', () => {
    const { weights } = compile(draw(translator('both'), {}), sizes);
    expect(weights.filter(({ name }) => name.endsWith('W_E'))).toHaveLength(2);
  });

  it('says when there is no other, and offers a table of its own', () => {
    const { problems } = compile(draw(translator('neither'), {}), sizes);
    expect(problems.map((problem) => showProblem(problem))).toContain(
      'Token embedding 1: it shares W_E of another block of its kind, but the drawing has none that owns one. Let it have a weight of its own.',
    );
    expect(problems[0]?.target?.repair).toEqual({ param: 'tied', value: false });
  });
});
