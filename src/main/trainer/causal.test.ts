import { compile } from '@shared/graph/compile';
import { forward } from '@shared/graph/model';
import { type TemplateId, templates } from '@shared/graph/templates';
import type { Tensor } from '@shared/tensor/ops';
import { randomStream } from '@shared/tensor/random';
import { createWeights } from '@shared/training/state';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BackendChoice, createBackend, type TrainerBackend } from './backend';

/** What a position may know of others, on the kernels that train, for every template that predicts token by token. */

const CHOICES: readonly BackendChoice[] = ['relaxed', 'simd', 'stock'];
const causal: readonly TemplateId[] = [
  'tinyGpt',
  'gpt2',
  'llama',
  'attentionOnly1',
  'attentionOnly2',
  'mlpOnly',
  't5',
  'transformer2017',
];
const N_VOCAB = 13;
const T = 19;

/** The largest difference of two lists of rows, as far as the first goes. */
function distance(rows: readonly Float32Array[], others: readonly Float32Array[]): number {
  const apart = rows.flatMap((row, t) =>
    Array.from(row, (value, i) => Math.abs(value - (others[t]?.[i] ?? Number.NaN))),
  );
  return apart.reduce((most, value) => Math.max(most, value), 0);
}

describe.each(CHOICES)('on the backend %s', (choice) => {
  let backend: TrainerBackend;
  beforeAll(async () => {
    backend = await createBackend({ choice });
  });

  /** The template with weights as large as they get in training, as a function of its tokens. */
  function modelOf(template: TemplateId) {
    const { ops, optimizerOps } = backend;
    const { tf } = ops;
    const drawing = templates[template].make({ n_layers: 2, n_heads: 2, d_model: 20, dropout: 0 });
    const compiled = compile(drawing, { n_vocab: N_VOCAB, n_ctx: 32 });
    const weights = createWeights(backend, compiled, 1);
    for (const [name, tensor] of weights) {
      const random = randomStream(2, name);
      const values = optimizerOps.read(tensor).map((value) => value + 0.2 * random.normal());
      optimizerOps.write(tensor, values);
    }
    const row = (ids: readonly number[]) => tf.tensor2d([[...ids]], undefined, 'int32');
    /** (length, n_vocab) */
    return (
      tokens: readonly number[],
      { source = [1, 2, 3, 4, 5], real }: { source?: number[]; real?: number } = {},
    ): Float32Array[] =>
      tf.tidy(() => {
        const mask = (name: string, length: number, n: number): Record<string, Tensor> => ({
          [name]: tf.tensor2d([Array.from({ length }, (_, i) => (i < n ? 1 : 0))]),
        });
        const padding =
          real === undefined
            ? {}
            : { ...mask('tokens', tokens.length, real), ...mask('source', source.length, 5) };
        const feeds = { tokens: row(tokens), source: row(source) };
        const logits = forward({ compiled, ops, weights, feeds, padding, training: null });
        const values = Float32Array.from(logits.dataSync());
        return tokens.map((_, t) => values.slice(t * N_VOCAB, (t + 1) * N_VOCAB));
      });
  }

  const tokens = Array.from({ length: T }, (_, i) => (i * 5 + 3) % N_VOCAB);

  describe.each(causal)('%s', (template) => {
    it('lets a token change its own logits and, to the bit, none before them', () => {
      const model = modelOf(template);
      const before = model(tokens);
      for (const t of [0, 1, 7, 8, T - 1]) {
        const after = model(tokens.map((id, i) => (i === t ? (id + 1) % N_VOCAB : id)));
        expect(after.slice(0, t)).toEqual(before.slice(0, t));
        expect(after[t]).not.toEqual(before[t]);
      }
    });

    it('gives a prefix the logits that it has in the whole', () => {
      const model = modelOf(template);
      const whole = model(tokens);
      for (const length of [1, 2, 8, 13]) {
        expect(distance(model(tokens.slice(0, length)), whole)).toBeLessThan(5e-5);
      }
    });

    it('gives real tokens the same, whatever padding holds', () => {
      const model = modelOf(template);
      const source = [1, 2, 3, 4, 5];
      const real = model(tokens);
      const first = model([...tokens, 0, 0, 0], { source: [...source, 0, 0], real: T });
      const other = model([...tokens, 7, 8, 9], { source: [...source, 9, 4], real: T });
      expect(other.slice(0, T)).toEqual(first.slice(0, T));
      expect(distance(real, first)).toBeLessThan(5e-5);
    });
  });
});
