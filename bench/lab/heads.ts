import { lookup } from './drawings';
import type { Setup } from './experiment';
import { type Asked, accuracyOnly, finalAccuracy, measure } from './measure';

/** (a) One position asks for k values at once; each head can answer for one. */
export async function heads(asked: Asked): Promise<void> {
  const references: [k: number, n_heads: number, reference: string][] = [
    [4, 1, '.352 ± .008'],
    [4, 8, '.872 ± .116'],
    [4, 2, '.563 ± .013'],
    [4, 4, '.922 ± .076'],
    [4, 16, '.416 ± .009'],
    [4, 32, '.304 ± .003'],
    [4, 64, '.263 ± .002'],
    [1, 1, '1.000'],
    [1, 8, '1.000'],
  ];
  for (const [k, n_heads, reference] of references) {
    const setup: Setup = {
      drawing: lookup(k, n_heads, 12),
      task: 'multiQuery',
      params: { n_queries: k },
      objective: 'sequenceLabel',
      settings: { n_ctx: 24, batch_size: 64, lr: 3e-3, warmup_steps: 40 },
    };
    await measure(asked, `k = ${k}, n_heads = ${n_heads}`, accuracyOnly(reference), (seed) =>
      finalAccuracy(asked, setup, 800, seed),
    );
  }
}
