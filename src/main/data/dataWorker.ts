import { Worker } from 'node:worker_threads';
import { type Problem, ProblemError } from '@shared/contract/problem';
import { Cancelled } from './job';
import type { JobArgs, JobName, JobResult } from './jobs';

export interface JobRequest {
  readonly id: number;
  readonly name: JobName;
  readonly args: unknown;
  /** One number in shared memory: not 0 once nobody wants the job any more. */
  readonly cancelled: Int32Array;
}

/** A job says how far it is any number of times, then answers once. */
export interface JobAnswer {
  readonly id: number;
  readonly share?: number;
  readonly value?: unknown;
  readonly problem?: Problem;
  readonly bug?: string;
  readonly cancelled?: true;
}

/** How a job is watched and ended by whoever asked for it. */
export interface JobWatch {
  onProgress?(share: number): void;
  readonly signal?: AbortSignal;
}

interface Waiting {
  settle(answer: JobAnswer): void;
  fail(error: unknown): void;
  progress(share: number): void;
}

/** A thread and the calls that wait for its answers. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** After this long without work the worker is let go, and the memory of the last text with it. */
const IDLE_MS = 20_000;

/** Does file and text work in a thread of its own, which is started when needed. */
export interface DataWorker {
  /** @throws Cancelled when its signal ended it. */
  run<K extends JobName>(name: K, args: JobArgs<K>, watch?: JobWatch): Promise<JobResult<K>>;
  close(): Promise<void>;
}

export function createDataWorker(file: string): DataWorker {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  const close = async () => {
    clearTimeout(idle);
    const old = thread;
    thread = null;
    await old?.worker.terminate();
  };
  const start = (): Thread => {
    const worker = new Worker(file);
    const waiting = new Map<number, Waiting>();
    const fresh = { worker, waiting };
    worker.on('message', (answer: JobAnswer) => {
      if (answer.share !== undefined) {
        waiting.get(answer.id)?.progress(answer.share);
        return;
      }
      waiting.get(answer.id)?.settle(answer);
      waiting.delete(answer.id);
      if (waiting.size > 0 || thread !== fresh) return;
      idle = setTimeout(() => void close(), IDLE_MS);
      idle.unref();
    });
    const lost = (error: unknown) => {
      if (thread === fresh) thread = null;
      for (const job of waiting.values()) job.fail(error);
      waiting.clear();
    };
    worker.on('error', (error) => lost(lostProblem(error)));
    worker.on('exit', () => lost(new Error('the data worker ended')));
    return fresh;
  };
  return {
    close,
    run(name, args, watch = {}) {
      clearTimeout(idle);
      thread ??= start();
      const { worker, waiting } = thread;
      const cancelled = new Int32Array(new SharedArrayBuffer(4));
      watch.signal?.addEventListener('abort', () => Atomics.store(cancelled, 0, 1));
      const request: JobRequest = { id: ++count, name, args, cancelled };
      worker.postMessage(request);
      return new Promise((resolve, reject) => {
        waiting.set(request.id, {
          fail: reject,
          progress: (share) => watch.onProgress?.(share),
          settle: (answer) => {
            const error = errorOf(answer);
            if (error !== null) reject(error);
            // The worker runs the job of that name, so this is its result.
            else resolve(answer.value as JobResult<typeof name>);
          },
        });
      });
    },
  };
}

function errorOf({ problem, bug, cancelled }: JobAnswer): Error | null {
  if (cancelled) return new Cancelled();
  if (problem) return new ProblemError(problem);
  return bug === undefined ? null : new Error(bug);
}

function lostProblem(error: unknown): unknown {
  const memory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!memory) return error;
  return new ProblemError({
    where: { en: 'Reading the text', zh: '读取文本' },
    what: {
      en: 'there is not enough memory for a text of this size.',
      zh: '内存不足，无法读取这么大的文本。',
    },
    fix: {
      en: 'Close other programs or open a smaller file.',
      zh: '请关闭其他程序，或打开较小的文件。',
    },
  });
}
