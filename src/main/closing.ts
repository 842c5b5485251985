/** What closing depends on: the host's state, and the window that is to close. */
export interface Closing {
  isDirty(): boolean;
  isTraining(): boolean;
  /** Puts the question to the person; the answer arrives at `answer`. */
  ask(state: { dirty: boolean; training: boolean }): void;
  /** The page still answers questions. */
  canAsk(): boolean;
  /** Stops trainers at a checkpoint and lets go of the project. */
  release(): Promise<void>;
  /** Closes the window without a further question. */
  close(): void;
}

/** Closes a window only after the person agreed to lose or stop something, and the host has let go. */
export function createCloser(closing: Closing) {
  let state: 'open' | 'releasing' | 'closed' = 'open';

  async function release(): Promise<void> {
    if (state !== 'open') return;
    state = 'releasing';
    try {
      await closing.release();
    } catch (error) {
      console.error(error);
    }
    state = 'closed';
    closing.close();
  }

  return {
    /** The window wants to close. Answers whether it must stay for now. */
    mustStay(): boolean {
      if (state !== 'open') return state === 'releasing';
      const dirty = closing.isDirty();
      const training = closing.isTraining();
      if ((dirty || training) && closing.canAsk()) closing.ask({ dirty, training });
      else void release();
      return true;
    },
    answer(answer: 'close' | 'stay'): void {
      if (answer === 'close') void release();
    },
  };
}
