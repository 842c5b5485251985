import type { MessagePort } from 'node:worker_threads';
import type { Run } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import type { Sizes } from '@shared/graph/compiled';
import { findObjective } from '@shared/objectives/registry';
import type { Shard } from '@shared/training/batches';
import { shardGradients, type TrainedModel } from '@shared/training/gradients';
import { createWeights } from '@shared/training/state';
import { type BackendChoice, createBackend } from '../backend';
import { type SharedStep, sharedStep } from './sharedStep';

/** What a helper thread is started with: the same model, to be filled with the weights of each step. */
export interface HelperStart {
  readonly helper: true;
  readonly choice: BackendChoice;
  readonly drawing: Run['drawing'];
  readonly settings: Run['settings'];
  readonly sizes: Sizes;
  readonly n_shards: number;
  readonly memory: SharedArrayBuffer;
}

/** "The weights lie ready; help with these." */
export interface Round {
  readonly round: number;
  readonly step: number;
  readonly shards: readonly Shard[];
}

export function isHelperStart(data: unknown): data is HelperStart {
  return typeof data === 'object' && data !== null && 'helper' in data;
}

/** The program of a helper thread: computes shards of every round until it is terminated. Says when it is ready. */
export async function helpTraining(start: HelperStart, port: MessagePort): Promise<void> {
  const { drawing, settings, sizes, choice, memory, n_shards } = start;
  const backend = await createBackend({ choice });
  const compiled = compile(drawing, sizes);
  const weights = createWeights(backend, compiled, settings.seed);
  const objective = findObjective(settings.objective);
  const model: TrainedModel = { compiled, backend, weights, objective, settings };
  const shared = sharedStep(compiled.n_params, n_shards, memory);
  port.on('message', (round: Round) => help(model, shared, round));
  port.postMessage('ready');
}

function help(model: TrainedModel, shared: SharedStep, { round, step, shards }: Round): void {
  let fresh = false;
  for (let i = shared.claim(round); i !== null; i = shared.claim(round)) {
    if (!fresh) readWeights(model, shared);
    fresh = true;
    const shard = shards[i];
    if (shard === undefined) throw new Error(`no shard ${i}`);
    const { loss, gradients } = shardGradients(model, step, shard);
    const into = shared.gradients(i);
    let at = 0;
    for (const gradient of gradients) {
      model.backend.optimizerOps.copyTo(gradient, into.subarray(at, at + gradient.size));
      at += gradient.size;
      gradient.dispose();
    }
    shared.finish(round, i, loss);
  }
}

function readWeights({ weights, backend }: TrainedModel, shared: SharedStep): void {
  let at = 0;
  for (const weight of weights.values()) {
    backend.optimizerOps.write(weight, shared.weights.subarray(at, at + weight.size));
    at += weight.size;
  }
}

/** Puts a model's weights where the helpers read them. */
export function writeWeights({ weights, backend }: TrainedModel, shared: SharedStep): void {
  let at = 0;
  for (const weight of weights.values()) {
    backend.optimizerOps.copyTo(weight, shared.weights.subarray(at, at + weight.size));
    at += weight.size;
  }
}
