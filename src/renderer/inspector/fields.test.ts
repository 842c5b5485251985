import { blocks } from '@shared/blocks/registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf, stepOf } from './fields';

const help = { en: 'How many.', zh: '多少个。' };

describe('fieldsOf', () => {
  const fields = fieldsOf(
    z.object({
      n_heads: z.int().min(1).max(64).default(4).meta({ help }),
      window: z.int().min(1).nullable().default(null),
      rate: z.number().min(0).max(0.95).default(0.1),
      causal: z.boolean().default(true),
      activation: z.enum(['relu', 'gelu']).default('gelu'),
    }),
  );
  const [heads, window, rate, causal, activation] = fields;

  it('reads a whole number with its bounds, default and help', () => {
    expect(heads).toEqual({
      kind: 'number',
      name: 'n_heads',
      integer: true,
      min: 1,
      max: 64,
      default: 4,
      nullable: false,
      help,
    });
  });

  it('knows that a number may be left empty, and leaves out bounds that are none', () => {
    expect(window).toMatchObject({
      kind: 'number',
      nullable: true,
      default: null,
      min: 1,
      max: null,
    });
  });

  it('steps shares by a twentieth and whole numbers by one', () => {
    expect([heads, rate].map((field) => (field?.kind === 'number' ? stepOf(field) : null))).toEqual(
      [1, 0.05],
    );
  });

  it('makes a switch of a boolean and a choice of an enum', () => {
    expect(causal?.kind).toBe('switch');
    expect(activation).toMatchObject({ kind: 'choice', values: ['relu', 'gelu'] });
  });
});

describe.each(blocks.map((block) => [block.type, block] as const))(
  'the form of %s',
  (_type, block) => {
    it('has a field with help for every param, and no plain text fields', () => {
      const fields = fieldsOf(block.params);
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(block.params.shape));
      expect(fields.filter((field) => field.kind === 'text' || field.help === null)).toEqual([]);
    });
  },
);
