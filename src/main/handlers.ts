import type { CallName, Calls } from '@shared/contract/calls';

/** The function behind each call of the window. A ProblemError thrown is what the person is told. */
export type Handlers = {
  [K in CallName]: (args: Calls[K]['args']) => Promise<Calls[K]['result']>;
};

/** Everything the window needs of the main process. */
export interface Host {
  readonly handlers: Handlers;
  /** The window has unsaved changes. */
  isDirty(): boolean;
  isTraining(): boolean;
  /** The machine woke up: what was held may have been taken. */
  wake(): Promise<void>;
  /** Stops every trainer at a checkpoint and lets go of the project. */
  close(): Promise<void>;
}
