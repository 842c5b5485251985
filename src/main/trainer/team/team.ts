import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Run } from '@shared/contract/project';
import { N_SHARDS, type Shard } from '@shared/training/batches';
import {
  addGradients,
  type GradientTeam,
  localTeam,
  type StepGradients,
  shardGradients,
  type TrainedModel,
} from '@shared/training/gradients';
import type { BackendChoice } from '../backend';
import { addShared } from './addShared';
import { type HelperStart, type Round, writeWeights } from './helper';
import { type SharedStep, sharedStep } from './sharedStep';

/** How long a thread that has nothing left to do sleeps before it looks whether the others still live. */
const PATIENCE_MS = 50;

export interface TeamOptions {
  readonly model: TrainedModel;
  readonly run: Pick<Run, 'drawing' | 'settings'>;
  readonly choice: BackendChoice;
  /** The program that calls `helpTraining` when started with a HelperStart. */
  readonly file: string;
  /** Threads, this one included; by default one per core, as far as there are shards. */
  readonly threads?: number;
  readonly breathe: () => Promise<void>;
  /** Hears of every helper that has become ready, and of one that is lost. */
  readonly onHelper?: (is: 'ready' | 'lost') => void;
}

interface Helper {
  readonly worker: Worker;
  readonly isReady: boolean;
}

/**
 * Several threads for the shards of a step. Each takes the next shard that nobody has; a thread that is kept from its core takes fewer,
 * and the sum, made in the order of the shards, is the same to the bit.
 */
export function openTeam(options: TeamOptions): GradientTeam {
  const { model, threads = availableParallelism(), breathe } = options;
  const n_helpers = Math.min(threads, N_SHARDS) - 1;
  if (n_helpers < 1) return localTeam(model, breathe);
  const shared = sharedStep(model.compiled.n_params, N_SHARDS);
  const helpers = new Set<Helper>();
  const waiting = { ms: 0 };
  let isStarted = false;
  return {
    compute(step, shards, meanwhile) {
      // A run that is only looked at needs no helpers. Until they are ready this thread works alone.
      for (let i = 0; i < n_helpers && !isStarted; i++) startHelper(options, shared, helpers);
      isStarted = true;
      return compute({ model, breathe, shared, helpers, waiting, meanwhile }, step, shards);
    },
    waited: () => waiting.ms,
    async close() {
      const workers = [...helpers].map(({ worker }) => worker);
      helpers.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function startHelper(options: TeamOptions, shared: SharedStep, helpers: Set<Helper>): void {
  const { model, run, choice, file, onHelper } = options;
  const start: HelperStart = {
    helper: true,
    choice,
    drawing: run.drawing,
    settings: run.settings,
    sizes: model.compiled.sizes,
    n_shards: N_SHARDS,
    memory: shared.buffer,
  };
  const worker = new Worker(file, { workerData: start });
  const helper = { worker, isReady: false };
  helpers.add(helper);
  worker.unref();
  worker.once('message', () => {
    Object.assign(helper, { isReady: true });
    onHelper?.('ready');
  });
  // A helper that is lost, for want of memory say, is missed by nobody: this thread does its shards.
  worker.on('error', () => helpers.delete(helper));
  worker.on('exit', () => {
    helpers.delete(helper);
    onHelper?.('lost');
  });
}

interface Team {
  readonly model: TrainedModel;
  readonly shared: SharedStep;
  readonly helpers: ReadonlySet<Helper>;
  readonly waiting: { ms: number };
  readonly meanwhile: (() => void) | undefined;
  readonly breathe: () => Promise<void>;
}

async function compute(team: Team, step: number, shards: readonly Shard[]): Promise<StepGradients> {
  const { model, shared, helpers } = team;
  const ready = [...helpers].filter(({ isReady }) => isReady);
  if (ready.length > 0) writeWeights(model, shared);
  const round = shared.open(shards.length);
  for (const { worker } of ready) worker.postMessage({ round, step, shards } satisfies Round);
  const own = await ownShards(team, { round, step, shards });
  let sum: StepGradients | null = null;
  for (const [i, shard] of shards.entries()) {
    const part = own.get(i);
    if (part === undefined && (await isDone(team, ready, round, i))) {
      sum = addShared(model, sum, shared, i);
    } else {
      // The shards of a helper that was lost are computed here after all.
      const late = part ?? shardGradients(model, step, shard);
      sum = sum === null ? late : addGradients(model.backend, sum, late);
    }
  }
  return sum ?? { loss: 0, gradients: [] };
}

/** What this thread computed of a round, by the numbers of the shards. */
async function ownShards(
  { model, shared, breathe }: Team,
  { round, step, shards }: Round,
): Promise<Map<number, StepGradients>> {
  const own = new Map<number, StepGradients>();
  for (let i = shared.claim(round); i !== null; i = shared.claim(round)) {
    const shard = shards[i];
    if (shard === undefined) throw new Error(`no shard ${i}`);
    if (own.size > 0) await breathe();
    own.set(i, shardGradients(model, step, shard));
  }
  return own;
}

/** Resolves when a helper has finished that shard; to false when one was lost meanwhile. */
async function isDone(
  { shared, helpers, waiting, meanwhile, breathe }: Team,
  ready: readonly Helper[],
  round: number,
  i: number,
): Promise<boolean> {
  meanwhile?.();
  const start = performance.now();
  let isHere = shared.wait(round, i, PATIENCE_MS);
  while (!isHere && ready.every((helper) => helpers.has(helper))) {
    await breathe();
    isHere = shared.wait(round, i, PATIENCE_MS);
  }
  waiting.ms += performance.now() - start;
  return isHere;
}
