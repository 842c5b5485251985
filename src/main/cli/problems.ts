import { ProblemError, showProblem } from '@shared/contract/problem';
import { faultProblem } from '../answer';
import { systemLanguage } from './session';

/** Does the work of a command; what goes wrong is one sentence, and exit code 1. */
export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const problem = error instanceof ProblemError ? error.problem : faultProblem(error);
    process.stderr.write(`${showProblem(problem, systemLanguage())}\n`);
    process.exitCode = 1;
  }
}
