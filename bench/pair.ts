import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import type { Config } from './configs';
import { open, type Task } from './session';

/** What a run beside another is started with. */
export interface PairStart {
  readonly beside: Task;
}

export function isPairStart(data: unknown): data is PairStart {
  return typeof data === 'object' && data !== null && 'beside' in data;
}

/** The program of one of the runs: trains from "go" for some seconds, then tells how many steps it made. */
export async function trainBeside(task: Task, config: Config): Promise<void> {
  const { session } = await open(task, config);
  for (let i = 0; i < 10; i++) await session.trainer.trainStep();
  parentPort?.postMessage('ready');
  if (parentPort) await once(parentPort, 'message');
  const first = session.trainer.step;
  const end = performance.now() + 1000 * task.seconds;
  while (performance.now() < end) await session.trainer.trainStep();
  parentPort?.postMessage(session.trainer.step - first);
  await session.team.close();
}

/** So many runs at once, each a thread with its helpers as in the application: the steps that each made. */
async function together(task: Task, count: number): Promise<number[]> {
  const workers = Array.from(
    { length: count },
    () => new Worker(__filename, { workerData: { beside: task } satisfies PairStart }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const done = workers.map(async (worker) => {
    worker.postMessage('go');
    const [steps] = await once(worker, 'message');
    return Number(steps);
  });
  const steps = await Promise.all(done);
  await Promise.all(workers.map((worker) => worker.terminate()));
  return steps;
}

/** Two runs side by side: whether they share the cores evenly, and what the two make together of what one makes alone. */
export async function pair(task: Task) {
  const [alone = 0] = await together(task, 1);
  const steps = await together(task, 2);
  const sum = steps.reduce((all, each) => all + each, 0);
  return { alone, steps, evenness: Math.min(...steps) / Math.max(...steps), together: sum / alone };
}
