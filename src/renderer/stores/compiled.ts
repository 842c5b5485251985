import type { Drawing } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import type { Compiled, Sizes } from '@shared/graph/compiled';
import { useActiveVariant, useProject } from './project';

const kept = new WeakMap<Drawing, Compiled>();

/** Compiles a drawing once for the sizes at hand, however many views ask. */
export function compiledOf(drawing: Drawing, n_vocab: number, n_ctx: number): Compiled {
  const old = kept.get(drawing);
  if (old && old.sizes.n_vocab === n_vocab && old.sizes.n_ctx === n_ctx) return old;
  const compiled = compile(drawing, { n_vocab, n_ctx });
  kept.set(drawing, compiled);
  return compiled;
}

/** The sizes that the open project's drawings are compiled for. */
export function activeSizes(): Sizes {
  const { n_vocab, project } = useProject.getState();
  return { n_vocab, n_ctx: project?.settings.n_ctx ?? 1 };
}

/** The drawing in front as the program understands it; null before a project is open. */
export function useCompiled(): Compiled | null {
  const drawing = useActiveVariant()?.drawing;
  const n_vocab = useProject((state) => state.n_vocab);
  const n_ctx = useProject((state) => state.project?.settings.n_ctx);
  if (drawing === undefined || n_ctx === undefined) return null;
  return compiledOf(drawing, n_vocab, n_ctx);
}
