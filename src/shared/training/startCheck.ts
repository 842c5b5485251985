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
  { loss, masked }: { readonly loss: number; readonly masked: number | null },
): Start {
  const [batch] = valBatches(source, 1);
  if (batch === undefined) throw new Error('there is nothing to validate on');
  const { n_classes, variance, uneven } = logitsOf(model, batch);
  const expected = Math.log(n_classes);
  return {
    expected,
    spread: Math.sqrt(variance),
    uneven,
    reason: reasonOf(loss - expected, { expected, uneven }),
    masked,
  };
}

/** What the logits of the positions that are asked are like, on average. */
function logitsOf(model: TrainedModel, batch: Batch) {
  const { tf } = model.backend.ops;
  const { rows, length, values } = batch.targets;
  return tf.tidy(() => {
    const logits: Tensor = tf.reshape(batchLogits(model, batch, null), [rows * length, -1]); // (B · length, n_classes)
    const n_classes = logits.shape[1] ?? 1;
    const { mean, variance } = tf.moments(logits, -1); // (B · length)
    const cost = tf.sub(tf.sub(tf.logSumExp(logits, -1), mean), Math.log(n_classes)); // (B · length)
    const asked = (numbers: ArrayLike<number>) => {
      const some = Array.from(numbers).filter((_, i) => (values[i] ?? -1) >= 0);
      return some.reduce((sum, number) => sum + number, 0) / some.length;
    };
    return { n_classes, variance: asked(variance.dataSync()), uneven: asked(cost.dataSync()) };
  });
}

interface Cost {
  readonly expected: number;
  readonly uneven: number;
}

/** excess: how far the loss is above that of even guessing. Whichever of the two parts makes most of it is the reason. */
export function reasonOf(excess: number, { expected, uneven }: Cost): Start['reason'] {
  if (Math.abs(excess) <= NEAR * expected) return null;
  const below = excess - uneven;
  if (excess < 0) return below < 0 ? 'favours' : 'unknown';
  if (uneven >= excess / 2) return 'spread';
  return below > 0 ? 'against' : 'unknown';
}
