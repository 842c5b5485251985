/** What a job is told while it works, and what it tells. */
export interface Job {
  /** Tells the share that is done, 0 … 1. @throws Cancelled when the person no longer wants it. */
  progress(share: number): void;
}

/** Ends a job that nobody wants any more. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** Told at most so often. */
const EVERY_MS = 50;

/** `cancelled` is shared memory: also a job that does not wait for messages sees it. */
export function createJob(cancelled: Int32Array, tell: (share: number) => void): Job {
  let told = 0;
  return {
    progress(share) {
      if (Atomics.load(cancelled, 0) !== 0) throw new Cancelled();
      const now = performance.now();
      if (now - told < EVERY_MS) return;
      told = now;
      tell(share);
    },
  };
}

/** A job that is neither watched nor cancelled. */
export const plainJob: Job = { progress: () => undefined };
