import { Worker } from 'node:worker_threads';
import type { Command, TrainerEvent } from '@shared/contract/trainer';

/** What the worker is started with. */
export interface TrainerPaths {
  /** The run's folder. */
  readonly run: string;
  readonly project: string;
  /** The thread's own program, which also runs in its helpers. */
  readonly program: string;
  /** Where tokens lie that were made before. */
  readonly cache: string;
}

export interface TrainerWorker {
  send(command: Command): void;
  terminate(): Promise<void>;
}

/** Workers that wait for their run. */
export interface SpareWorkers {
  /** Null while there is none. */
  take(paths: TrainerPaths): Worker | null;
}

/** Why a worker is gone without being asked. */
export interface Loss {
  readonly outOfMemory: boolean;
  readonly message: string;
}

/** What a trainer's own objects take; its numbers lie outside. Beyond, the thread ends instead of the program. */
export const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/** Its objects, its buffers or its WebAssembly memory could not grow. */
function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return true;
  return /allocation failed|could not allocate memory|out of memory/i.test(error.message);
}

/** Starts the thread of one run, or takes the spare one. `onLost` is called at most once, and not after `terminate`. */
export function startTrainerWorker(
  paths: TrainerPaths,
  spare: SpareWorkers | null,
  onEvent: (event: TrainerEvent) => void,
  onLost: (loss: Loss) => void,
): TrainerWorker {
  const worker =
    spare?.take(paths) ?? new Worker(paths.program, { workerData: paths, resourceLimits });
  let over = false;
  const lose = (loss: Loss) => {
    if (over) return;
    over = true;
    onLost(loss);
  };
  worker.on('message', (event: TrainerEvent) => {
    if (!over) onEvent(event);
  });
  worker.on('error', (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    lose({ outOfMemory: isOutOfMemory(error), message });
  });
  worker.on('exit', (code) => lose({ outOfMemory: false, message: `exit code ${code}` }));
  return {
    send: (command) => worker.postMessage(command),
    async terminate() {
      over = true;
      await worker.terminate();
    },
  };
}
