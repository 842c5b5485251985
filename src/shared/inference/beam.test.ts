import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beamSearch } from './beam';
import { generate, type Writing } from './generate';
import type { LanguageModel } from './languageModel';
import { chainModel, sumModel, tokensOf } from './made.testing';

const END = 0;
const options = { length: 12, use_cache: true, end: END };
const greedily = { ...options, temperature: 0, top_k: 0, seed: 1 };

/** All of a writing: its tokens, and how it came out. */
function all(writing: Writing) {
  const ids: number[] = [];
  let step = writing.next();
  for (; !step.done; step = writing.next()) if (step.value !== null) ids.push(step.value);
  return { ids, ...step.value };
}

/** Rows of probabilities that never are equal. */
const chain = fc
  .array(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 5, maxLength: 5 }), {
    minLength: 5,
    maxLength: 5,
  })
  .map((rows) =>
    rows.map((row) => {
      const weights = row.map((weight, i) => weight + i / 100);
      const sum = weights.reduce((a, b) => a + b);
      return weights.map((weight) => weight / sum);
    }),
  );

/** The likeliest whole text of at most `length` tokens, by looking at every one. */
function likeliestOfAll(table: readonly (readonly number[])[], first: number, length: number) {
  let best = { ids: [] as number[], logProbability: Number.NEGATIVE_INFINITY };
  const look = (ids: number[], logP: number) => {
    const row = table[ids.at(-1) ?? first] ?? [];
    const whole = logP + Math.log(row[END] ?? 0);
    if (whole > best.logProbability) best = { ids, logProbability: whole };
    if (ids.length + 1 >= length) return;
    row.forEach((p, id) => {
      if (id !== END) look([...ids, id], logP + Math.log(p));
    });
  };
  look([], 0);
  return best;
}

describe('beam search', () => {
  it('with one beam is greedy decoding', () => {
    fc.assert(
      fc.property(chain, fc.integer({ min: 1, max: 4 }), (table, first) => {
        const model = chainModel(table);
        const beam = all(beamSearch(model, [first], { ...options, width: 1 }));
        const greedy = all(generate(model, [first], greedily));
        expect(beam.ids).toEqual(greedy.ids);
        expect(beam.ended).toBe(greedy.ended);
        expect(beam.logProbability).toBeCloseTo(greedy.logProbability, 4);
      }),
      { numRuns: 100 },
    );
  });

  it('finds a likelier text where the likeliest first step is a trap', () => {
    // From 1, greedy takes 2 (0.6), after which nothing is likely; by 3 (0.4) all is certain.
    const model = chainModel([
      [1, 0, 0, 0],
      [0, 0, 0.6, 0.4],
      [0.34, 0, 0.33, 0.33],
      [0.96, 0, 0.02, 0.02],
    ]);
    const greedy = all(generate(model, [1], greedily));
    const beam = all(beamSearch(model, [1], { ...options, width: 2 }));
    expect(greedy.ids).toEqual([2]);
    expect(beam.ids).toEqual([3]);
    expect(Math.exp(greedy.logProbability)).toBeCloseTo(0.6 * 0.34, 5);
    expect(Math.exp(beam.logProbability)).toBeCloseTo(0.4 * 0.96, 5);
  });

  it('with enough beams finds the likeliest text there is', () => {
    fc.assert(
      fc.property(chain, (table) => {
        const length = 4;
        const found = all(beamSearch(chainModel(table), [1], { ...options, length, width: 256 }));
        const best = likeliestOfAll(table, 1, length);
        expect(found.ids).toEqual(best.ids);
        expect(found.logProbability).toBeCloseTo(best.logProbability, 4);
      }),
      { numRuns: 30 },
    );
  });

  it('stops at the end mark, and without one at the length', () => {
    const certain = chainModel([
      [1, 0, 0],
      [0, 0.1, 0.9],
      [0.9, 0.1, 0],
    ]);
    const whole = all(beamSearch(certain, [1], { ...options, width: 3 }));
    expect(whole).toMatchObject({ ids: [2], ended: true });
    const endless = all(beamSearch(certain, [1], { ...options, end: null, width: 3 }));
    expect(endless.ids).toHaveLength(options.length);
    expect(endless.ended).toBe(false);
  });

  it('says a token as soon as all beams agree on it, before the text is whole', () => {
    const counted: LanguageModel = {
      ...chainModel([
        [1, 0, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
        [1, 0, 0, 0],
      ]),
    };
    let n_asked = 0;
    const model = {
      ...counted,
      logits: (...given: Parameters<LanguageModel['logits']>) => {
        n_asked++;
        return counted.logits(...given);
      },
    };
    const writing = beamSearch(model, [1], { ...options, width: 1 });
    expect(writing.next().value).toBe(2);
    expect(n_asked).toBe(1);
  });

  it('pauses after every step, also while its beams agree on nothing', () => {
    const parted = chainModel([
      [1, 0, 0, 0],
      [0, 0, 0.5, 0.5],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
    const steps = [...beamSearch(parted, [1], { ...options, length: 5, width: 2 })];
    expect(steps).toEqual([null, null, null, null, null, 2, 2, 2, 2, 2]);
  });

  it('with one beam shows the model what greedy decoding shows it, past n_ctx too', () => {
    const [beam, greedy] = [sumModel(8), sumModel(8)];
    const long = { length: 30, end: null, use_cache: false };
    const ids = tokensOf(beamSearch(beam, [1, 2, 3], { ...long, width: 1 }));
    expect(ids).toEqual([...generate(greedy, [1, 2, 3], { ...greedily, ...long })]);
    expect(beam.seen).toEqual(greedy.seen);
  });
});
