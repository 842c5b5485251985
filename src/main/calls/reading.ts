import type { JobWatch } from '../data/dataWorker';
import { Cancelled } from '../data/job';
import type { Services } from '../services';

/** The one long job on a text that the window shows and can end. */
export interface Reading {
  /** Does a job and tells how far it is; answers null when the person ended it. */
  watched<T>(name: string, job: (watch: JobWatch) => Promise<T>): Promise<T | null>;
  stop(): void;
}

export function createReading({ emit }: Pick<Services, 'emit'>): Reading {
  let current = new AbortController();
  return {
    stop: () => current.abort(),
    async watched(name, job) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      let told = false;
      const tell = (share: number) => {
        told = true;
        emit('data:progress', { name, share });
      };
      try {
        return await job({ signal, onProgress: (share) => !signal.aborted && tell(share) });
      } catch (error) {
        if (error instanceof Cancelled) return null;
        throw error;
      } finally {
        if (told) tell(1);
      }
    },
  };
}
