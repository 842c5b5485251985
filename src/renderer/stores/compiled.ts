import type { Drawing } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import type { Compiled, Sizes } from '@shared/graph/compiled';
import { learnedNow, useLearned } from './learned';
import { useActiveVariant } from './project';

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

/** The drawing in front as the program understands it; null before a project is open. */
export function useCompiled(): Compiled | null {
  const drawing = useActiveVariant()?.drawing;
  const { sizes } = useLearned();
  return drawing === undefined ? null : compiledOf(drawing, sizes);
}
