import type { MessagePort } from 'node:worker_threads';
import type { TrainerHost, TrainerPort } from '@shared/training/host';
import { readProjectText } from '../data/readText';
import { loadLastCheckpoint, saveCheckpoint } from '../files/checkpointFile';
import { withFileProblems } from '../files/fileProblem';
import type { MetricsLog } from '../files/metricsFile';
import { readRun } from '../files/runFolder';
import { type BackendChoice, createBackend } from './backend';
import { openTeam } from './team/team';
import type { TrainerPaths } from './trainerWorker';

/** What shared/training needs of a thread that has a run's folder before it. */
export async function createTrainerHost(
  { run: folder, project }: TrainerPaths,
  metrics: MetricsLog,
): Promise<TrainerHost> {
  const run = await readRun(folder);
  const where = { en: `Run "${run.name}"`, zh: `训练“${run.name}”` };
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  let choice: BackendChoice | null = null;
  return {
    run,
    async backend() {
      const backend = await createBackend();
      choice = backend.choice;
      return backend;
    },
    async gradientTeam(model) {
      if (choice === null) throw new Error('the backend comes first');
      // A worker's own file is its first argument: helpers run the same program.
      const [, file = ''] = process.argv;
      return openTeam({ model, run, choice, file, breathe });
    },
    readText: () => readProjectText(project, run.data),
    lastCheckpoint: () => loadLastCheckpoint(folder),
    async saveCheckpoint(checkpoint) {
      await withFileProblems(where, async () => metrics.sync());
      await saveCheckpoint(folder, checkpoint);
    },
    breathe,
    now: () => performance.now(),
  };
}

/**
 * A worker's own end of its channel, as shared/training knows ports. Metrics are written down before they are told: a
 * checkpoint is never ahead of them.
 */
export function trainerPort(port: MessagePort, metrics: MetricsLog): TrainerPort {
  return {
    postMessage(event) {
      if (event.type === 'metrics') metrics.append(event.metrics);
      port.postMessage(event);
    },
    onMessage: (listener) => port.on('message', listener),
    onClose: (listener) => port.on('close', listener),
  };
}
