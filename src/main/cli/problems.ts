import { type Problem, ProblemError, showProblem } from '@shared/contract/problem';
import { faultProblem } from '../answer';
import { systemLanguage } from './session';

/** Says on stderr what is to be known. */
export function warn(problem: Problem): void {
  process.stderr.write(`${showProblem(problem, systemLanguage()).trimEnd()}\n`);
}

/** Says in one sentence what went wrong; the exit code will be 1. */
export function tell(error: unknown): void {
  warn(error instanceof ProblemError ? error.problem : faultProblem(error));
  process.exitCode = 1;
}

/** Does the work of a command; what goes wrong is one sentence, and exit code 1. */
export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    tell(error);
  }
}
