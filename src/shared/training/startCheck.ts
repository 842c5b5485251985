import type { Start } from '../contract/trainer';
import { testMask } from '../inference/maskTest';
import type { Batch } from '../tensor/batch';
import type { Tensor } from '../tensor/ops';
import { type BatchSource, valBatches, valQuestion } from './batches';
import { batchLogits, type TrainedModel } from './gradients';

/** Positions looked at: as many as show a leak, no more than take a moment. */
const N_POSITIONS = 16;

/**
 * Changes a token of a held-out question and looks whether an earlier position notices. Answers the token's number;
 * null where the objective lets all be seen.
 *
 * @throws Problem at the block that leaks.
 */
export function checkMask(model: TrainedModel, source: BatchSource): number | null {
  const { compiled, backend, weights } = model;
  const drawn = { compiled, ops: backend.ops, weights };
  let masked: number | null = null;
  const { feeds } = valQuestion(source, 0);
  for (const feed of source.objective.causal) {
    const ids = Object.fromEntries(
      Object.entries(feeds).map(([name, { values }]) => [
        name,
        name === feed ? values.slice(0, N_POSITIONS) : values,
      ]),
    );
    masked = testMask(drawn, ids, feed)?.changed ?? masked;
  }
  return masked;
}

/** How far the first loss may be from ln of the number of classes without a reason, as a part of it. */
const NEAR = 0.1;

/**
 * Compares the loss of an untrained model with ln of the number of classes n, and names why it is another. The loss at a
 * target is exactly ln n + (ln Σ exp z − mean z − ln n) + (mean z − z_target): even guessing, what uneven logits z cost
 * whatever the target is, and how far the target stands below their mean.
 */
export function startOf(
  model: TrainedModel,
  source: BatchSource,
  { n_batches, masked }: { readonly n_batches: number; readonly masked: number | null },
): Start {
  const sums: Sums = { n_classes: 1, n_targets: 0, variance: 0, uneven: 0, below: 0 };
  for (const batch of valBatches(source, n_batches)) addLogits(model, batch, sums);
  const mean = (sum: number) => sum / sums.n_targets;
  const expected = Math.log(sums.n_classes);
  const [uneven, below] = [mean(sums.uneven), mean(sums.below)];
  const spread = Math.sqrt(mean(sums.variance));
  return { expected, spread, uneven, reason: reasonOf({ expected, uneven, below }), masked };
}

interface Sums {
  n_classes: number;
  n_targets: number;
  variance: number;
  uneven: number;
  below: number;
}

/** Adds what the logits at the targets of a batch are like. */
function addLogits(model: TrainedModel, batch: Batch, sums: Sums): void {
  const { tf } = model.backend.ops;
  const { rows, length, values } = batch.targets;
  tf.tidy(() => {
    const logits: Tensor = tf.reshape(batchLogits(model, batch, null), [rows * length, -1]); // (B · length, n_classes)
    const n_classes = logits.shape[1] ?? 1;
    const { mean, variance } = tf.moments(logits, -1); // (B · length)
    const [means, variances] = [mean.dataSync(), variance.dataSync()];
    const logSums = tf.logSumExp(logits, -1).dataSync(); // (B · length)
    const numbers = logits.dataSync();
    sums.n_classes = n_classes;
    for (const [i, target] of values.entries()) {
      if (target < 0) continue;
      const middle = means[i] ?? Number.NaN;
      sums.n_targets++;
      sums.variance += variances[i] ?? Number.NaN;
      sums.uneven += (logSums[i] ?? Number.NaN) - middle - Math.log(n_classes);
      sums.below += middle - (numbers[i * n_classes + target] ?? Number.NaN);
    }
  });
}

interface Parts {
  readonly expected: number;
  readonly uneven: number;
  /** How far right answers stand below the mean of the logits. */
  readonly below: number;
}

/** Whichever of the two parts makes most of what is above even guessing is the reason. */
export function reasonOf({ expected, uneven, below }: Parts): Start['reason'] {
  const excess = uneven + below;
  if (!Number.isFinite(excess)) return 'unknown';
  if (Math.abs(excess) <= NEAR * expected) return null;
  if (excess < 0) return 'favours';
  return uneven >= excess / 2 ? 'spread' : 'against';
}
