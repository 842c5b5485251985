import { type Problem, ProblemError } from '@shared/contract/problem';
import { type Drawing, MAX_VARIANTS, type Project, type Run } from '@shared/contract/project';
import { create } from 'zustand';
import { sameModel } from '../inspect/sameModel';

/** A drawing, and what it learns: what is wrong for one objective, text or length is not for another. */
export interface Asked {
  readonly drawing: Drawing;
  readonly learns: string;
}

/** What a project's drawings or a run's learn, as far as that decides what can be wrong with them. */
export function learnsOf({ settings, task, data }: Pick<Run | Project, Learning>): string {
  const { objective, n_ctx } = settings;
  const { sha256, tokenizer, tokenizerParams, table } = data ?? {};
  return JSON.stringify([objective, n_ctx, task ?? [sha256, tokenizer, tokenizerParams, table]]);
}

type Learning = 'settings' | 'task' | 'data';

interface Found extends Asked {
  readonly problem: Problem;
}

interface FoundState {
  /** What was wrong with drawings that only computing showed, such as a leak that the mask test found; newest first. */
  readonly found: readonly Found[];
}

export const useFound = create<FoundState>()(() => ({ found: [] }));

/** Keeps a problem that has a place in the drawing, for the canvas to mark it there. */
export function noteFound(asked: Asked, problem: Problem): void {
  const { node, wire, group } = problem.target ?? {};
  if (node === undefined && wire === undefined && group === undefined) return;
  useFound.setState(({ found }) => ({
    found: [
      { ...asked, problem },
      ...found.filter((each) => !isAsked(each, asked)).slice(0, MAX_VARIANTS - 1),
    ],
  }));
}

/** Work on drawings whose problem, when it has a place in one, is kept; it is thrown on all the same. */
export async function noting<T>(
  askedOf: (problem: Problem) => Asked | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) {
      const asked = askedOf(error.problem);
      if (asked) noteFound(asked, error.problem);
    }
    throw error;
  }
}

function isAsked(found: Found, { drawing, learns }: Asked): boolean {
  return found.learns === learns && sameModel(found.drawing, drawing);
}

/** What was found wrong with a drawing as it is now, however it is laid out; null when nothing was. */
export function foundIn({ found }: FoundState, asked: Asked): Problem | null {
  return found.find((each) => isAsked(each, asked))?.problem ?? null;
}
