import { type Answer, type CallName, type Calls, calls } from '@shared/contract/calls';
import { type Problem, ProblemError, sameText } from '@shared/contract/problem';
import type { z } from 'zod';
import { parseAs } from './files/zodProblem';
import type { Handlers } from './handlers';

/** An error that no person can mend, told as what it is. */
export function faultProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return {
    where: sameText('Toyformer'),
    what: {
      en: `a fault of the program itself: ${message}.`,
      zh: `程序自身出错：${message}。`,
    },
    fix: {
      en: 'Your project is not changed. Try again; if it comes back, restart the program.',
      zh: '你的项目未被改动。请重试；若再次出现，请重新启动程序。',
    },
  };
}

/** The contract's schemas, each tied to the call it belongs to. */
const schemas: { readonly [K in CallName]: { readonly args: z.ZodType<Calls[K]['args']> } } = calls;

function isCall(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

async function carryOut<K extends CallName>(
  handlers: Handlers,
  name: K,
  args: unknown,
): Promise<Calls[K]['result']> {
  return handlers[name](parseAs(schemas[name].args, args, name));
}

/**
 * Answers one call of the window: its arguments are checked first, and whatever is thrown becomes a Problem.
 * `report` hears of errors that are faults of the program.
 */
export async function answerCall(
  handlers: Handlers,
  name: unknown,
  args: unknown,
  report: (error: unknown) => void,
): Promise<Answer<unknown>> {
  try {
    if (!isCall(name)) throw new Error(`there is no call ${String(name).slice(0, 80)}`);
    return { ok: true, value: await carryOut(handlers, name, args) };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problem: error.problem };
    report(error);
    return { ok: false, problem: faultProblem(error) };
  }
}
