import type { Start } from '../contract/trainer';
import { testMask } from '../inference/maskTest';
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
 * Compares the loss of an untrained model with ln of the number of classes, and names why it is another: logits of
 * standard deviation σ that do not know the answer cost about σ²/2 more.
 */
export function startOf(
  model: TrainedModel,
  source: BatchSource,
  { loss, masked }: { readonly loss: number; readonly masked: number | null },
): Start {
  const [batch] = valBatches(source, 1);
  if (batch === undefined) throw new Error('there is nothing to validate on');
  const { tf } = model.backend.ops;
  const { rows, length } = batch.targets;
  const [n_classes, variance] = tf.tidy(() => {
    const logits: Tensor = tf.reshape(batchLogits(model, batch, null), [rows * length, -1]); // (B · length, n_classes)
    const [mean = Number.NaN] = tf.mean(tf.moments(logits, -1).variance).dataSync();
    return [logits.shape[1] ?? 1, mean] as const;
  });
  const expected = Math.log(n_classes);
  return {
    expected,
    spread: Math.sqrt(variance),
    reason: reasonOf(loss, expected, variance),
    masked,
  };
}

function reasonOf(loss: number, expected: number, variance: number): Start['reason'] {
  const excess = loss - expected;
  if (Math.abs(excess) <= NEAR * expected) return null;
  if (excess < 0) return 'favours';
  return variance / 2 > excess / 2 ? 'spread' : 'unknown';
}
