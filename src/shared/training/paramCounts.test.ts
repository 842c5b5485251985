import { describe, expect, it } from 'vitest';
import type { Drawing } from '../contract/project';
import { readSafetensors, writeSafetensors } from '../export/safetensors';
import { compile } from '../graph/compile';
import { initialWeights } from '../graph/initialWeights';
import { templates } from '../graph/templates';
import { nextToken } from '../objectives/nextToken';
import { noise, openArm } from './arms.testing';
import { cpuBackend } from './tiny.testing';

const small = { n_layers: 3, n_heads: 2, d_model: 12 };
const sharing = (drawing: Drawing): Drawing => ({
  ...drawing,
  groups: drawing.groups.map((group) => ({ ...group, shared: true })),
});
const drawings: [string, Drawing][] = Object.entries(templates).flatMap(([id, { make }]) => [
  [id, make(small)],
  [`${id} with shared layers`, sharing(make(small))],
]);

describe.each(drawings)('the parameters of %s', (_, drawing) => {
  it('are as many on the canvas, block by block and in all, as in the checkpoint’s file', async () => {
    const dataset = noise(9, 9, []);
    const { model, trainer } = openArm(await cpuBackend(), {
      drawing,
      dataset,
      objective: nextToken,
    });
    const { n_params, n_trainable, nodeParams, nodeTrainable } = model.compiled;
    const { weights, manifest } = trainer.checkpoint({ train_loss: null, val_loss: null });
    const file = readSafetensors(writeSafetensors(weights), 'weights');
    const sizes = [...file.values()].map(({ values }) => values.length);
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
    expect(sum(sizes)).toBe(n_params);
    expect(sum(nodeParams.values())).toBe(n_params);
    expect(manifest.n_params).toBe(n_params);
    // No block holds anything still: the optimizer moves all.
    expect(n_trainable).toBe(n_params);
    expect([...nodeTrainable]).toEqual([...nodeParams]);
  });
});

describe('layers that share their weights', () => {
  it('stand once in a checkpoint', () => {
    const names = (drawing: Drawing) => [
      ...initialWeights(compile(drawing, { n_vocab: 9, n_ctx: 8 }), 1).keys(),
    ];
    const own = names(templates.gpt2.make(small));
    const shared = names(sharing(templates.gpt2.make(small)));
    expect(shared).toEqual(own.filter((name) => !/^decoder\.[12]\./.test(name)));
  });
});
