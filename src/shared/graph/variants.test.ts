import { MAX_VARIANTS, projectSchema, type Variant } from '@shared/contract/project';
import { expect, it } from 'vitest';
import { nextVariant } from './variants';

const drawing = { nodes: [], wires: [], groups: [] };

it('gives each variant an id and a letter of its own, until the project is full', () => {
  const variants: Variant[] = [];
  for (let next = nextVariant(variants, drawing); next; next = nextVariant(variants, drawing))
    variants.push(next);
  expect(variants.map(({ name }) => name).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  expect(new Set(variants.map(({ id }) => id)).size).toBe(MAX_VARIANTS);
  expect(projectSchema.shape.variants.safeParse(variants).success).toBe(true);
});

it('passes over what is taken, and takes a name that was given', () => {
  const variants = [
    { id: 'a', name: 'B', drawing },
    { id: 'variant-1', name: 'A', drawing },
  ];
  expect(nextVariant(variants, drawing)).toEqual({ id: 'variant-2', name: 'C', drawing });
  expect(nextVariant(variants, drawing, 'GPT')).toEqual({ id: 'variant-2', name: 'GPT', drawing });
});
