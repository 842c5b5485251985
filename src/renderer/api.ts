import type { Bridge, CallName, Calls, EventName, Events } from '@shared/contract/calls';
import { ProblemError } from '@shared/contract/problem';

declare global {
  interface Window {
    readonly api: Bridge;
  }
}

/** Calls the main process. @throws ProblemError when it refuses. */
export async function call<K extends CallName>(
  name: K,
  args: Calls[K]['args'],
): Promise<Calls[K]['result']> {
  const answer = await window.api.call(name, args);
  if (answer.ok) return answer.value;
  throw new ProblemError(answer.problem);
}

/** Hears what the main process says. Answers the function that stops listening. */
export function listen<K extends EventName>(
  name: K,
  listener: (event: Events[K]) => void,
): () => void {
  return window.api.on(name, listener);
}
