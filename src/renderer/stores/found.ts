import { type Problem, ProblemError } from '@shared/contract/problem';
import { type Drawing, MAX_VARIANTS } from '@shared/contract/project';
import { create } from 'zustand';
import { sameModel } from '../inspect/sameModel';

/** A drawing, and how it was asked: what is a leak for one objective is none for another. */
export interface Asked {
  readonly drawing: Drawing;
  readonly objective: string;
}

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
  const { drawing, objective } = asked;
  useFound.setState(({ found }) => ({
    found: [
      { drawing, objective, problem },
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
    const asked = error instanceof ProblemError ? askedOf(error.problem) : undefined;
    if (asked && error instanceof ProblemError) noteFound(asked, error.problem);
    throw error;
  }
}

function isAsked(found: Found, { drawing, objective }: Asked): boolean {
  return found.objective === objective && sameModel(found.drawing, drawing);
}

/** What was found wrong with a drawing as it is now, however it is laid out; null when nothing was. */
export function foundIn({ found }: FoundState, asked: Asked): Problem | null {
  return found.find((each) => isAsked(each, asked))?.problem ?? null;
}
