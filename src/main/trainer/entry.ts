import { parentPort, workerData } from 'node:worker_threads';
import { serve } from '@shared/training/serve';
import { isTakenNow } from '../files/lock';
import { openMetricsLog } from '../files/metricsFile';
import { metricsFile } from '../files/runFolder';
import { createBackend } from './backend';
import { giveWay } from './giveWay';
import type { SpareStart } from './spareThread';
import { helpTraining, isHelperStart } from './team/helper';
import { createTrainerHost, trainerPort } from './trainerHost';
import type { TrainerPaths } from './trainerWorker';

/** The inside of a trainer's thread, and of the threads that help it. What is thrown here ends it, and the main process hears of it. */
async function main(): Promise<void> {
  if (parentPort === null) throw new Error('this file is the program of a worker thread');
  giveWay();
  if (isHelperStart(workerData)) return helpTraining(workerData, parentPort);
  const lacks = process.env.TOYFORMER_LACKS?.split(',') ?? [];
  const backend = createBackend({ lacks });
  const paths = await pathsOf(workerData);
  const metrics = openMetricsLog(metricsFile(paths.run), () => isTakenNow(paths.project));
  await serve(trainerPort(parentPort, metrics), await createTrainerHost(paths, metrics, backend));
}

function pathsOf(start: TrainerPaths | SpareStart): Promise<TrainerPaths> | TrainerPaths {
  if (!('spare' in start)) return start;
  return new Promise((resolve) => {
    start.spare.once('message', (paths: TrainerPaths) => {
      start.spare.close();
      resolve(paths);
    });
  });
}

void main();
