import { parentPort } from 'node:worker_threads';
import { ProblemError } from '@shared/contract/problem';
import type { JobAnswer, JobRequest } from './dataWorker';
import { Cancelled, createJob, type Job } from './job';
import { type JobName, jobs } from './jobs';

/** The inside of the data worker: one job after the other. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: JobRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)));
});

async function answer({ id, name, args, cancelled }: JobRequest): Promise<JobAnswer> {
  const job = createJob(cancelled, (share) => parentPort?.postMessage({ id, share }));
  try {
    return { id, value: await run(name, args, job) };
  } catch (error) {
    if (error instanceof Cancelled) return { id, cancelled: true };
    if (error instanceof ProblemError) return { id, problem: error.problem };
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function run(name: JobName, args: unknown, job: Job): Promise<unknown> {
  return Reflect.apply(jobs[name], undefined, [args, job]);
}
