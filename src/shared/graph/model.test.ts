import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKvCache } from '../inference/kvCache';
import type { Ops, Tensor } from '../tensor/ops';
import { resolveShape } from '../tensor/shape';
import { setParam } from './document';
import { forward } from './model';
import { cpuOps, read, startModel } from './model.testing';
import { draw } from './parts';
import { legalDrawing, sizes } from './random.testing';
import { tinyGpt } from './templates';

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

const small = { n_layers: 2, n_heads: 2, d_model: 8 };
const ids = (...rows: number[][]) => tf.tensor2d(rows, undefined, 'int32');
const close = (a: readonly number[], b: readonly number[], within: number) =>
  a.length === b.length && a.every((x, i) => Math.abs(x - (b[i] ?? Number.NaN)) <= within);

describe('forward', () => {
  it('computes the shapes that compile promised, whatever is drawn', () => {
    const lengths = fc.record({
      B: fc.integer({ min: 1, max: 2 }),
      T: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(legalDrawing, lengths, (drawing, { B, T }) => {
        tf.tidy(() => {
          const model = startModel(ops, drawing, sizes);
          const shapes = new Map<string, number[]>();
          const tokens = ids(...Array.from({ length: B }, () => Array<number>(T).fill(3)));
          const tap = (name: string, value: () => Tensor) => {
            if (name.endsWith('.output')) shapes.set(name, value().shape);
          };
          forward({ ...model, feeds: { tokens }, training: null, tap });
          const promised = model.compiled.steps.map(({ name, shape }): [string, number[]] => [
            `${name}.output`,
            resolveShape(shape, { B, T }),
          ]);
          expect([...shapes]).toEqual(promised);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same logits position by position with a cache as all at once', () => {
    const causal = legalDrawing.filter(({ nodes }) =>
      nodes.every(({ type }) => type !== 'crossAttention'),
    );
    fc.assert(
      fc.property(causal, fc.array(fc.nat(6), { minLength: 1, maxLength: 6 }), (drawing, row) => {
        tf.tidy(() => {
          const model = startModel(ops, drawing, sizes);
          const all = read(forward({ ...model, feeds: { tokens: ids(row) }, training: null }));
          const cache = createKvCache(ops);
          const parts = row.flatMap((id) => {
            const feeds = { tokens: ids([id]) };
            const logits = read(forward({ ...model, feeds, training: null, cache }));
            cache.advance(1);
            return logits;
          });
          cache.dispose();
          expect(close(parts, all, 1e-4)).toBe(true);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('starts at a loss of about ln n_vocab', () => {
    const model = startModel(ops, tinyGpt(), { n_vocab: 65, n_ctx: 16 });
    const loss = tf.tidy(() => {
      const row = Array.from({ length: 16 }, (_, i) => (i * 7) % 65);
      const logits = forward({ ...model, feeds: { tokens: ids(row) }, training: null });
      const targets = ids(row.map((id) => (id * 11 + 3) % 65));
      return read(ops.crossEntropy(logits, targets, { labelSmoothing: 0, count: null }))[0];
    });
    expect(Math.abs((loss ?? 0) - Math.log(65))).toBeLessThan(0.1);
  });

  it('shows what its blocks tap under the full name, and computes it only then', () => {
    const model = startModel(ops, tinyGpt(small), sizes);
    const names: string[] = [];
    tf.tidy(() => {
      const tap = (name: string) => names.push(name);
      forward({ ...model, feeds: { tokens: ids([1, 2]) }, training: null, tap });
    });
    expect(names.filter((name) => name.endsWith('.pattern'))).toEqual([
      'decoder.0.attention.pattern',
      'decoder.1.attention.pattern',
    ]);
  });

  it('draws dropout from seed, step and place in the batch, and none outside training', () => {
    const model = startModel(ops, tinyGpt({ ...small, dropout: 0.5 }), sizes);
    const run = (training: Parameters<typeof forward>[0]['training'], ...rows: number[][]) =>
      tf.tidy(() => read(forward({ ...model, feeds: { tokens: ids(...rows) }, training })));
    const step = { seed: 1, step: 3, firstExample: 0 };
    const [a, b] = [
      [1, 2, 3],
      [4, 5, 6],
    ] as const;
    const whole = run(step, [...a], [...b]);
    expect(run(step, [...a], [...b])).toEqual(whole);
    expect(run({ ...step, step: 4 }, [...a], [...b])).not.toEqual(whole);
    expect(run({ ...step, seed: 2 }, [...a], [...b])).not.toEqual(whole);
    const second = run({ ...step, firstExample: 1 }, [...b]);
    expect(close(second, whole.slice(second.length), 1e-6)).toBe(true);
    expect(run(null, [...a])).toEqual(run(null, [...a]));
  });

  it('lets padding travel along: what is padded changes nothing that is real', () => {
    const drawing = setParam(tinyGpt(small), 'attention', 'causal', false);
    const model = startModel(ops, drawing, sizes);
    const run = (row: number[]) =>
      tf.tidy(() => {
        const padding = { tokens: tf.tensor2d([[1, 1, 1, 0, 0]]) };
        return read(forward({ ...model, feeds: { tokens: ids(row) }, padding, training: null }));
      });
    const real = 3 * sizes.n_vocab;
    const first = run([1, 2, 3, 0, 0]).slice(0, real);
    expect(run([1, 2, 3, 6, 5]).slice(0, real)).toEqual(first);
    expect(run([1, 2, 4, 0, 0]).slice(0, real)).not.toEqual(first);
  });

  it('refuses a drawing with problems: that is a bug of the caller', () => {
    const model = startModel(ops, draw([{ id: 'tokens', type: 'tokens' }], {}), sizes);
    expect(() => forward({ ...model, feeds: {}, training: null })).toThrow(
      'a drawing with problems cannot be computed',
    );
  });

  it('leaves no tensor behind', () => {
    const model = startModel(ops, tinyGpt(small), sizes);
    const before = tf.memory().numTensors;
    tf.tidy(() => {
      forward({ ...model, feeds: { tokens: ids([1, 2, 3]) }, training: null });
    });
    expect(tf.memory().numTensors).toBe(before);
  });
});
