import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import { type Drawing, drawingSchema } from '../contract/project';
import { compile } from './compile';
import type { Compiled } from './compiled';
import { setParam } from './document';
import { anyDrawing, damagedDrawing, legalDrawing, sizes } from './random.testing';

const fullStop = { en: /[.]$/, zh: /。$/ };

function expectSentences({ problems }: Compiled): void {
  for (const problem of problems) {
    for (const language of ['en', 'zh'] as const) {
      expect(problem.where[language]).not.toBe('');
      expect(problem.what[language]).toMatch(fullStop[language]);
      expect(problem.fix[language]).toMatch(fullStop[language]);
    }
  }
}

/** Every node is sound, or waits for one that is at fault, or is at fault itself. */
function expectEveryNodeJudged(drawing: Drawing, { shapes, waiting, problems }: Compiled): void {
  const atFault = new Set(problems.map(({ target }) => target?.node));
  for (const { id } of drawing.nodes) {
    expect(shapes.has(id) || waiting.has(id) || atFault.has(id)).toBe(true);
    expect(shapes.has(id) && waiting.has(id)).toBe(false);
  }
}

function expectRunnable({ steps, output, weights, n_params }: Compiled): void {
  expect(output).not.toBeNull();
  const names = new Set(weights.map(({ name }) => name));
  expect(names.size).toBe(weights.length);
  for (const [place, step] of steps.entries()) {
    expect(Object.values(step.inputs).every((from) => from < place)).toBe(true);
    expect(Object.values(step.weights).filter((name) => !names.has(name))).toEqual([]);
  }
  expect(weights.reduce((sum, weight) => sum + weight.n_params, 0)).toBe(n_params);
}

describe('compile', () => {
  it.each([
    ['anything a file could hold', anyDrawing],
    ['a drawing with a few things wrong', damagedDrawing],
  ])('never throws, and says what is wrong: %s', (_, drawings) => {
    fc.assert(
      fc.property(drawings, (drawing) => {
        drawingSchema.parse(drawing);
        const compiled = compile(drawing, sizes);
        expectSentences(compiled);
        expectEveryNodeJudged(drawing, compiled);
        if (compiled.problems.length === 0) expectRunnable(compiled);
        else expect(compiled.steps).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  it('finds nothing wrong with a sound drawing', () => {
    fc.assert(
      fc.property(legalDrawing, (drawing) => {
        const compiled = compile(drawing, sizes);
        expect(compiled.problems.map((problem) => showProblem(problem))).toEqual([]);
        expectRunnable(compiled);
      }),
      { numRuns: 200 },
    );
  });

  it('offers repairs that mend what they are offered for', () => {
    let mended = 0;
    fc.assert(
      fc.property(damagedDrawing, (drawing) => {
        for (const problem of compile(drawing, sizes).problems) {
          const { node, repair } = problem.target ?? {};
          if (node === undefined || repair === undefined) continue;
          const repaired = setParam(drawing, node, repair.param, repair.value);
          const left = compile(repaired, sizes).problems.map((each) => showProblem(each));
          expect(left).not.toContain(showProblem(problem));
          mended++;
        }
      }),
      { numRuns: 300 },
    );
    expect(mended).toBeGreaterThan(20);
  });

  it('does not change the drawing', () => {
    fc.assert(
      fc.property(damagedDrawing, (drawing) => {
        const before = structuredClone(drawing);
        compile(drawing, sizes);
        expect(drawing).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });
});
