import { type Problem, ProblemError, showProblem } from '@shared/contract/problem';
import { faultProblem } from '../answer';
import { systemLanguage } from './session';

/** Says on stderr what is to be known. */
export function warn(problem: Problem): void {
  process.stderr.write(`${showProblem(problem, systemLanguage()).trimEnd()}\n`);
}

/** Does the work of a command; what goes wrong is one sentence, and exit code 1. */
export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const problem = error instanceof ProblemError ? error.problem : faultProblem(error);
    warn(problem);
    process.exitCode = 1;
  }
}
