import type { MessagePort } from 'node:worker_threads';
import type { Settings } from '@shared/contract/project';
import { localTeam, type TrainedModel } from '@shared/training/gradients';
import type { TrainerHost, TrainerPort } from '@shared/training/host';
import { platform } from '../data/platform';
import { tokensOfRun } from '../data/prepare';
import { loadLastCheckpoint, saveCheckpoint } from '../files/checkpointFile';
import { withFileProblems } from '../files/fileProblem';
import { mustNotBeTaken } from '../files/lock';
import type { MetricsLog } from '../files/metricsFile';
import { readRun } from '../files/runFolder';
import type { BackendChoice, TrainerBackend } from './backend';
import { openTeam } from './team/team';
import type { TrainerPaths } from './trainerWorker';

/** What shared/training needs of a thread that has a run's folder before it. */
export async function createTrainerHost(
  { run: folder, project, program, cache }: TrainerPaths,
  metrics: MetricsLog,
  opening: Promise<TrainerBackend>,
): Promise<TrainerHost> {
  const run = await readRun(folder);
  const where = { en: `Run "${run.name}"`, zh: `训练“${run.name}”` };
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  let choice: BackendChoice | null = null;
  return {
    run,
    platform,
    async backend() {
      const backend = await opening;
      choice = backend.choice;
      return backend;
    },
    async gradientTeam(model) {
      if (choice === null) throw new Error('the backend comes first');
      if (!worthSharing(model, run.settings)) return localTeam(model, breathe);
      return openTeam({ model, run, choice, file: program, breathe });
    },
    openTokens: (tokenizer) => tokensOfRun({ folder: cache }, project, run.data, tokenizer),
    lastCheckpoint: () => loadLastCheckpoint(folder),
    async saveCheckpoint(checkpoint) {
      await withFileProblems(where, async () => metrics.sync());
      // After it: what the log kept back, no checkpoint is to be ahead of.
      await mustNotBeTaken(project);
      await saveCheckpoint(folder, checkpoint);
    },
    breathe,
    now: () => performance.now(),
  };
}

/** Floating-point operations of a step below which handing weights around costs more than it brings. */
const SMALL_STEP = 1e8;

/** Whether a step is long enough for several threads: about 6 operations per parameter and token. */
function worthSharing({ compiled }: TrainedModel, { batch_size, n_ctx }: Settings): boolean {
  return 6 * compiled.n_params * batch_size * n_ctx > SMALL_STEP;
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
