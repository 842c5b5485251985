import { compile } from '@shared/graph/compile';
import { tinyGpt } from '@shared/graph/templates';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../files/folder.testing';
import { anyDrawingSchema, applyFlags, drawingSchema, findTemplate } from './drawing';

const drawing = tinyGpt();
const params = (given: Record<string, string>) => {
  const { nodes, groups } = applyFlags(drawing, given);
  return { groups, params: new Map(nodes.map((node) => [node.id, node.params])) };
};

describe('model flags', () => {
  it('are the params of the blocks in the drawing, and n_layers', () => {
    const names = Object.keys(drawingSchema(drawing).shape);
    expect(names).toEqual(expect.arrayContaining(['n_layers', 'd_model', 'n_heads', 'd_ff']));
    expect(names).not.toContain('n_ctx');
  });

  it('set every block that has the param', () => {
    const given = { n_layers: '4', n_heads: '8', d_model: '128', n_ctx: '32', bias: 'false' };
    const { groups, params: set } = params(given);
    expect(groups.map(({ count }) => count)).toEqual([4]);
    expect(set.get('attention')).toMatchObject({ n_heads: 8, bias: false });
    expect(set.get('tokenEmbedding')).toMatchObject({ d_model: 128 });
    expect(set.get('position')?.n_ctx ?? null).toBeNull();
  });

  it('give a drawing that compiles', () => {
    const changed = applyFlags(drawing, { n_layers: '3', n_heads: '2', d_model: '32', d_ff: '48' });
    const compiled = compile(changed, { n_vocab: 65, n_ctx: 64 });
    expect(compiled.problems).toEqual([]);
    expect(compiled.steps.filter(({ node }) => node === 'attention')).toHaveLength(3);
  });

  it('leave the drawing alone when none is given', () => {
    expect(applyFlags(drawing, { lr: '1' })).toBe(drawing);
  });

  it('that no block of the drawing has are named', async () => {
    expect(await sentenceOf(() => applyFlags(drawing, { base: '100' }))).toMatch(
      /^--base: no block of this drawing has it\. It has n_layers, .*; or choose another --template\.$/,
    );
  });

  it('are those of every template', () => {
    expect(Object.keys(anyDrawingSchema().shape)).toEqual(
      expect.arrayContaining(['n_layers', 'n_kv_heads', 'factor', 'd_ff']),
    );
    expect(findTemplate('bert').objective).toBe('maskedToken');
  });

  it('name a template that there is not', async () => {
    expect(await sentenceOf(() => findTemplate('gpt9'))).toMatch(
      /^--template: there is no template "gpt9"\. Use one of tinyGpt, gpt2, /,
    );
  });

  it('that cannot be are named', async () => {
    expect(await sentenceOf(() => applyFlags(drawing, { n_heads: 'four' }))).toBe(
      'The command line at n_heads: expected a whole number, got "four".',
    );
  });
});
