import type { Problem } from '@shared/contract/problem';
import type { Drawing } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import type { Compiled, Sizes } from '@shared/graph/compiled';
import { useMemo } from 'react';
import { foundIn, learnsOf, useFound } from './found';
import { learnedNow, useLearned } from './learned';
import { useActiveVariant, useProject } from './project';

const kept = new WeakMap<Drawing, Compiled>();

/** Compiles a drawing once for the sizes at hand, however many views ask. */
export function compiledOf(drawing: Drawing, sizes: Sizes): Compiled {
  const old = kept.get(drawing);
  if (old?.sizes === sizes) return old;
  const compiled = compile(drawing, sizes);
  kept.set(drawing, compiled);
  return compiled;
}

/** The sizes that the open project's drawings are compiled for. */
export function activeSizes(): Sizes {
  return learnedNow().sizes;
}

/**
 * The drawing in front as the program understands it, with what computing it showed to be wrong; null before a project is
 * open.
 */
export function useCompiled(): Compiled | null {
  const drawing = useActiveVariant()?.drawing;
  const { sizes } = useLearned();
  const learns = useProject(({ project }) => (project === null ? '' : learnsOf(project)));
  const found = useFound((state) => drawing && foundIn(state, { drawing, learns })) ?? null;
  return useMemo(
    () => (drawing === undefined ? null : withFound(compiledOf(drawing, sizes), found)),
    [drawing, sizes, found],
  );
}

/** What is found without computing comes first, and is mended first. */
export function withFound(compiled: Compiled, found: Problem | null): Compiled {
  if (found === null || compiled.problems.length > 0) return compiled;
  return { ...compiled, problems: [found] };
}
