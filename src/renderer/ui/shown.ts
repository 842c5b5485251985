import { ProblemError } from '@shared/contract/problem';
import { notifyProblem } from './notifyProblem';

/** Work started by a click: a Problem is shown to the person, and the answer is undefined. Bugs are thrown on. */
export async function shown<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    notifyProblem(error.problem);
    return undefined;
  }
}
