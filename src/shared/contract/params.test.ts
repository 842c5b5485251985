import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { taskByType } from '../datasets/registry';
import { tokenizerByType } from '../tokenizers/registry';
import { parseParams } from './params';
import { ProblemError, sameText, showProblem } from './problem';

const schema = z.object({
  length: z.int().min(1).max(64).default(8),
  rate: z.number().min(0).max(0.5).default(0),
  reversed: z.boolean().default(true),
  split: z.enum(['gpt2', 'han']).default('gpt2'),
});

function sentences(fields: z.ZodObject, given: unknown): string[] {
  try {
    parseParams(fields, given, sameText('Copy'));
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { problem } = error;
    return [showProblem(problem), showProblem(problem, 'zh')];
  }
}

describe('params', () => {
  it('come with their defaults', () => {
    expect(parseParams(schema, { length: 3 }, sameText('Copy'))).toEqual({
      length: 3,
      rate: 0,
      reversed: true,
      split: 'gpt2',
    });
  });

  it.each([
    [{ length: 'x' }, 'length: expected a whole number from 1 to 64, got "x".'],
    [{ length: 65 }, 'length: expected a whole number from 1 to 64, got 65.'],
    [{ rate: 1 }, 'rate: expected a number from 0 to 0.5, got 1.'],
    [{ reversed: 1 }, 'reversed: expected true or false, got 1.'],
    [{ split: 'x' }, 'split: expected gpt2 or han, got "x".'],
  ])('say what is allowed: %j', (given, sentence) => {
    expect(sentences(schema, given)[0]).toBe(`Copy: ${sentence} Choose another value.`);
  });

  it('say so in Chinese', () => {
    expect(sentences(schema, { length: 'x' })[1]).toBe(
      'Copy：length：应为 1 到 64 的整数，实际为 "x"。请换一个值。',
    );
  });

  it.each([...taskByType.values(), ...tokenizerByType.values()])(
    'of $type all have bounds to be told',
    ({ params }) => {
      for (const name of Object.keys(params.shape)) {
        const [sentence] = sentences(params, { [name]: [] });
        expect(sentence).toMatch(
          /expected (a (whole )?number from -?\d{1,7} to \d{1,7}|\S+ or .+),/,
        );
      }
    },
  );
});
