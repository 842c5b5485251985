import { ProblemError } from '@shared/contract/problem';
import type { TrainerEvent } from '@shared/contract/trainer';
import { listRuns } from '../files/runFolder';
import { warn } from './problems';

/** Warns of what a trainer has to say before it trains, such as a checkpoint that it passed over. */
export function warnOf(event: TrainerEvent): void {
  if (event.type === 'ready') for (const warning of event.warnings ?? []) warn(warning);
}

/** Warns of every run of a project that cannot be read. */
export async function warnOfBroken(project: string): Promise<void> {
  for (const { problem } of (await listRuns(project)).problems) warn(problem);
}

/**
 * Warns of runs that cannot be read.
 * @throws ProblemError when the one that is asked for, or the newest where none is, is among them: the one before it is
 * never taken in its place.
 */
export async function mustRead(project: string, asked?: string): Promise<void> {
  const { runs, problems } = await listRuns(project);
  const newest = [...runs, ...problems].map(({ id }) => id).sort();
  const wanted = asked ?? newest.at(-1);
  for (const { id, problem } of problems) {
    if (id === wanted) throw new ProblemError(problem);
    warn(problem);
  }
}
