import type { Settings } from '../contract/project';
import type { Batch } from '../tensor/batch';
import type { Tensor } from '../tensor/ops';
import { type BatchSource, valBatches } from './batches';
import { batchLogits, lossOf, type TrainedModel } from './gradients';

/** The last validation of a run looks at about so many tokens, if there are as many. */
const FINAL_EVAL_TOKENS = 50_000;

/** Batches of the last validation: more than of those on the way, yet no long wait. */
export function finalEvalBatches(
  settings: Pick<Settings, 'batch_size' | 'n_ctx' | 'eval_batches'>,
): number {
  const { batch_size, n_ctx, eval_batches } = settings;
  return Math.max(eval_batches, Math.ceil(FINAL_EVAL_TOKENS / (batch_size * n_ctx)));
}

/** Before the first step every prediction is about as uncertain: few targets tell it, and training begins sooner. */
const START_EVAL_TARGETS = 1500;

/** Batches of the validation before the first step; n_targets: of one of them. */
export function startEvalBatches(eval_batches: number, n_targets: number): number {
  return Math.min(eval_batches, Math.ceil(START_EVAL_TARGETS / Math.max(1, n_targets)));
}

export interface Validation {
  /** Nats per target, without label smoothing. */
  readonly loss: number;
  /** Share of the targets whose likeliest prediction is right. */
  readonly accuracy: number;
  /**
   * Share of the examples all of whose targets are right: of pairs, those that greedy decoding would answer exactly,
   * end mark included.
   */
  readonly exact: number;
}

interface Sums {
  loss: number;
  targets: number;
  right: number;
  examples: number;
  exact: number;
}

/** How the model does on validation batches, without dropout. `breathe` is awaited between batches. */
export async function validate(
  model: TrainedModel,
  source: BatchSource,
  n_batches: number,
  breathe: () => Promise<void>,
): Promise<Validation> {
  const sums: Sums = { loss: 0, targets: 0, right: 0, examples: 0, exact: 0 };
  for (const batch of valBatches(source, n_batches)) {
    judge(model, batch, sums);
    await breathe();
  }
  return {
    loss: sums.loss / sums.targets,
    accuracy: sums.right / sums.targets,
    exact: sums.exact / sums.examples,
  };
}

function judge(model: TrainedModel, batch: Batch, sums: Sums): void {
  const { tf } = model.backend.ops;
  const { rows, length, values } = batch.targets;
  const [loss, predicted] = tf.tidy(() => {
    const logits = batchLogits(model, batch, null);
    const [mean = Number.NaN] = lossOf(model, logits, batch, options).dataSync();
    const scores: Tensor = tf.reshape(logits, [rows * length, -1]); // (B · length, n_classes)
    return [mean, tf.argMax(scores, -1).dataSync()] as const;
  });
  let n_targets = 0;
  for (let row = 0; row < rows; row++) {
    const { asked, right } = countRow(values, predicted, row * length, length);
    n_targets += asked;
    sums.right += right;
    if (right === asked) sums.exact++;
  }
  sums.loss += loss * n_targets;
  sums.targets += n_targets;
  sums.examples += rows;
}

const options = { labelSmoothing: 0, count: null };

function countRow(
  targets: Int32Array,
  predicted: ArrayLike<number>,
  from: number,
  length: number,
): { asked: number; right: number } {
  let [asked, right] = [0, 0];
  for (let i = from; i < from + length; i++) {
    if ((targets[i] ?? -1) < 0) continue;
    asked++;
    if (predicted[i] === targets[i]) right++;
  }
  return { asked, right };
}
