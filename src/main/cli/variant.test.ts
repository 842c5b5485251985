import { MAX_VARIANTS, type Project, projectSchema } from '@shared/contract/project';
import { expect, it } from 'vitest';
import { newProject } from '../calls/newProject';
import { sentenceOf } from '../files/folder.testing';
import { withVariant } from './variant';

/** A project whose variants the window made. */
function withMany(n_variants: number): Project {
  const project = newProject('en');
  const [first] = project.variants;
  if (first === undefined) throw new Error('a project has a variant');
  const more = Array.from({ length: n_variants - 1 }, (_, i) => ({
    ...first,
    id: `variant-${i + 1}`,
    name: String.fromCharCode(66 + i),
  }));
  return { ...project, variants: [first, ...more] };
}

const drawn = (project: Project) =>
  withVariant(project, { n_heads: '1' }, project.settings.objective, false);

it('names a variant as the window would', () => {
  const { variants, activeVariant } = drawn(withMany(3));
  expect(variants.at(-1)).toMatchObject({ id: 'variant-3', name: 'D' });
  expect(activeVariant).toBe('variant-3');
});

it('fills a project up, and no further than it can be opened', async () => {
  const project = drawn(withMany(MAX_VARIANTS - 1));
  expect(project.variants.at(-1)?.name).toBe('Z');
  expect(projectSchema.safeParse(project).success).toBe(true);
  expect(await sentenceOf(() => drawn(withMany(MAX_VARIANTS)))).toBe(
    'Project: it has 26 variants, which is all it can hold. Train into another --out folder.',
  );
});
