import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import type { Drawing } from '../contract/project';
import type { Ops, Tensor } from '../tensor/ops';
import { resolveShape, type Shape } from '../tensor/shape';
import { compile } from './compile';
import { forward } from './model';
import { cpuOps, startModel } from './model.testing';
import { anyDrawing, damaged, legalDrawing, sizes } from './random.testing';
import { labeller, twoStacks } from './randomStacks.testing';

/** What is promised while a person draws is what is computed when it runs. */

let ops: Ops;
beforeAll(async () => {
  ops = await cpuOps();
});

const lengths = fc.record({
  B: fc.integer({ min: 1, max: 2 }),
  T: fc.integer({ min: 1, max: sizes.n_ctx }),
  S: fc.integer({ min: 1, max: sizes.n_ctx }),
});

type Lengths = Readonly<Record<'B' | 'T' | 'S', number>>;

/** Runs a drawing that compiles, half of its rows padded at the end, and compares every output's shape. */
function expectKept(drawing: Drawing, { B, T, S }: Lengths, output?: Shape): void {
  tf.tidy(() => {
    const model = startModel(ops, drawing, output ? { ...sizes, output } : sizes);
    const ids = (length: number) => tf.fill([B, length], 3, 'int32');
    const real = (length: number) =>
      tf.tensor2d(
        Array.from({ length: B }, (_, row) =>
          Array.from({ length }, (_, i) => (row % 2 === 0 || i < length / 2 ? 1 : 0)),
        ),
      );
    const feeds = { tokens: ids(T), source: ids(S) };
    const padding = { tokens: real(T), source: real(S) };
    const computed = new Map<string, number[]>();
    const tap = (name: string, value: () => Tensor) => {
      if (!name.endsWith('.output')) return;
      computed.set(name, value().shape);
      expect(value().dataSync().every(Number.isFinite), name).toBe(true);
    };
    forward({ ...model, feeds, padding, training: null, tap });
    const promised = model.compiled.steps.map(({ name, shape }): [string, number[]] => [
      `${name}.output`,
      resolveShape(shape, { B, T, S }),
    ]);
    expect([...computed]).toEqual(promised);
  });
}

describe('shapes', () => {
  it('are kept by whatever is soundly drawn in two stacks', () => {
    fc.assert(
      fc.property(twoStacks, lengths, (drawing, sides) => {
        const { problems } = compile(drawing, sizes);
        expect(problems.map((problem) => showProblem(problem))).toEqual([]);
        expectKept(drawing, sides);
      }),
      { numRuns: 40 },
    );
  });

  it('are kept where labels are the end', () => {
    fc.assert(
      fc.property(labeller, lengths, ({ drawing, pooled, n_classes }, sides) => {
        const output: Shape = pooled ? ['B', n_classes] : ['B', 'T', n_classes];
        const { problems } = compile(drawing, { ...sizes, output });
        expect(problems.map((problem) => showProblem(problem))).toEqual([]);
        expectKept(drawing, sides, output);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['one stack', damaged(legalDrawing)],
    ['two stacks', damaged(twoStacks)],
    ['anything a file could hold', anyDrawing],
  ])('are kept by what was drawn wrong, or it is said what is wrong: %s', (_, drawings) => {
    let [sound, faulty] = [0, 0];
    fc.assert(
      fc.property(drawings, lengths, (drawing, sides) => {
        const { problems } = compile(drawing, sizes);
        for (const { where, what, fix } of problems)
          for (const text of [where, what, fix]) expect(text.en && text.zh).toMatch(/\S/);
        if (problems.length > 0) faulty++;
        else {
          sound++;
          expectKept(drawing, sides);
        }
      }),
      { numRuns: 150 },
    );
    expect(faulty).toBeGreaterThan(20);
    if (drawings !== anyDrawing) expect(sound).toBeGreaterThan(2);
  });
});
