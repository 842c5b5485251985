import { describe, expect, it } from 'vitest';
import type { Drawing, ParamValue } from '../contract/project';
import { compile } from './compile';
import type { TemplateOptions } from './decoders';
import { setParam } from './document';
import { templates } from './templates';

const base = { n_layers: 6, n_heads: 8, d_model: 512 };

/** Sets a param on every block whose type ends like this. */
function setAll(drawing: Drawing, type: RegExp, name: string, value: ParamValue): Drawing {
  return drawing.nodes
    .filter((node) => type.test(node.type))
    .reduce((d, { id }) => setParam(d, id, name, value), drawing);
}

function count(options: TemplateOptions, set: Readonly<Record<string, number>>, n_vocab: number) {
  const { d_ff = null, d_k = null } = set;
  const made = setAll(templates.transformer2017.make(options), /Attention$/, 'bias', false);
  const keyed = setAll(made, /Attention$/, 'd_k', d_k);
  return compile(setAll(keyed, /^feedForward$/, 'd_ff', d_ff), { n_vocab, n_ctx: 512 }).n_params;
}

describe('the variants of the 2017 paper’s table 3, without attention biases', () => {
  it.each([
    ['base, 37,000 tokens', base, {}, 37_000, 63_045_632],
    ['base', base, {}, 41_000, 65_093_632],
    ['(B) d_k 16', base, { d_k: 16 }, 41_000, 58_015_744],
    ['(B) d_k 32', base, { d_k: 32 }, 41_000, 60_375_040],
    ['(C) 2 layers', { ...base, n_layers: 2 }, {}, 41_000, 35_692_544],
    ['(C) 4 layers', { ...base, n_layers: 4 }, {}, 41_000, 50_393_088],
    ['(C) 8 layers', { ...base, n_layers: 8 }, {}, 41_000, 79_794_176],
    ['(C) d_model 256', { ...base, d_model: 256 }, { d_ff: 2048 }, 41_000, 27_840_512],
    ['(C) d_model 1024', { ...base, d_model: 1024 }, { d_ff: 2048 }, 41_000, 167_911_424],
    ['(C) d_ff 1024', base, { d_ff: 1024 }, 41_000, 52_498_432],
    ['(C) d_ff 4096', base, { d_ff: 4096 }, 41_000, 90_284_032],
    ['big, 37,000 tokens', { ...base, n_heads: 16, d_model: 1024 }, {}, 37_000, 214_171_648],
  ] as const)('%s', (_, options, set, n_vocab, expected) => {
    expect(count(options, set, n_vocab)).toBe(expected);
  });
});
