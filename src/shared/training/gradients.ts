import type { Settings } from '../contract/project';
import type { Compiled } from '../graph/compiled';
import { forward, type TrainingStep } from '../graph/model';
import type { Objective } from '../objectives/objective';
import type { Batch, IdMatrix } from '../tensor/batch';
import type { Backend, CrossEntropyOptions, Tensor } from '../tensor/ops';
import type { Shard } from './batches';

/** A drawing with its weights, and what it is trained for. */
export interface TrainedModel {
  readonly compiled: Compiled;
  readonly backend: Backend;
  /** By full name, in the order of `compiled.weights`. */
  readonly weights: ReadonlyMap<string, Tensor>;
  readonly objective: Objective;
  readonly settings: Pick<Settings, 'seed' | 'label_smoothing'>;
}

/** Of a whole batch. The gradients stand in the order of the weights and are disposed of by whoever asked. */
export interface StepGradients {
  /** Nats per token. */
  readonly loss: number;
  readonly gradients: readonly Tensor[];
}

/**
 * Who computes the gradients of a step's shards: this thread, or several. All teams give the same bits, for they
 * add gradients in the order of the shards, in float32.
 */
export interface GradientTeam {
  /**
   * `step` counts from 1. The model's weights may have changed since the last call. `meanwhile` is called when this
   * thread has nothing to do but wait for others; perhaps never, perhaps several times.
   */
  compute(step: number, shards: readonly Shard[], meanwhile?: () => void): Promise<StepGradients>;
  /** Milliseconds that this thread has waited for others, in all; without it, none. */
  waited?(): number;
  close(): Promise<void>;
}

/** Loss and gradients of one shard: its part of the batch's mean loss. */
export function shardGradients(model: TrainedModel, step: number, shard: Shard): StepGradients {
  const { ops } = model.backend;
  const weights = [...model.weights.values()];
  const training = { seed: model.settings.seed, step, firstExample: shard.firstExample };
  const { value, grads } = ops.tf
    .engine()
    .gradients(
      () => batchLoss(model, shard.batch, training, shard.count),
      weights,
      undefined,
      true,
    );
  const [loss = Number.NaN] = value.dataSync();
  value.dispose();
  // A weight that the loss does not depend on has no gradient.
  const gradients = weights.map((weight, i): Tensor => grads[i] ?? ops.tf.zerosLike(weight));
  return { loss, gradients };
}

/** Computes the shards one after the other. `breathe` is awaited between them. */
export function localTeam(model: TrainedModel, breathe: () => Promise<void>): GradientTeam {
  return {
    async compute(step, shards) {
      let sum: StepGradients | null = null;
      for (const shard of shards) {
        if (sum !== null) await breathe();
        const part = shardGradients(model, step, shard);
        sum = sum === null ? part : addGradients(model.backend, sum, part);
      }
      return sum ?? { loss: 0, gradients: [] };
    },
    close: () => Promise.resolve(),
  };
}

/** Adds b to a in place, and disposes of b. */
export function addGradients(
  { optimizerOps }: Backend,
  a: StepGradients,
  b: StepGradients,
): StepGradients {
  a.gradients.forEach((gradient, i) => {
    const other = b.gradients[i];
    if (other === undefined) throw new Error('gradients of different models');
    optimizerOps.addInPlace(gradient, other);
    other.dispose();
  });
  return { loss: a.loss + b.loss, gradients: a.gradients };
}

/** → scalar, nats per token; outside training without dropout. Runs inside tidy or the gradient tape. */
export function batchLoss(
  model: TrainedModel,
  batch: Batch,
  training: TrainingStep | null,
  count: number | null,
  tap?: (name: string, value: () => Tensor) => void,
): Tensor {
  return lossOf(model, batchLogits(model, batch, training, tap), batch, {
    labelSmoothing: training === null ? 0 : model.settings.label_smoothing,
    count,
  });
}

/** → (B, T, n_vocab), or what else the objective wants. Runs inside tidy or the gradient tape. */
export function batchLogits(
  { compiled, backend, weights }: TrainedModel,
  batch: Batch,
  training: TrainingStep | null,
  tap?: (name: string, value: () => Tensor) => void,
): Tensor {
  const { ops } = backend;
  const tensors = (matrices: Readonly<Record<string, IdMatrix>>, dtype: 'int32' | 'float32') =>
    Object.fromEntries(
      Object.entries(matrices).map(([name, { values, rows, length }]) => [
        name,
        ops.tf.tensor2d(values, [rows, length], dtype), // (B, length)
      ]),
    );
  return forward({
    compiled,
    ops,
    weights,
    feeds: tensors(batch.feeds, 'int32'),
    padding: tensors(batch.padding, 'float32'),
    training,
    ...(tap === undefined ? {} : { tap }),
  });
}

/** → scalar: how far the logits are from a batch's targets. */
export function lossOf(
  { backend: { ops }, objective }: TrainedModel,
  logits: Tensor,
  { targets: { values, rows, length } }: Batch,
  options: CrossEntropyOptions,
): Tensor {
  const targets = ops.tf.tensor2d(values, [rows, length], 'int32'); // (B, length)
  return objective.loss({ ops, logits, targets, ...options });
}
