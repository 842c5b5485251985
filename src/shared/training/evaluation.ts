import { countTargets } from '../tensor/batch';
import { type BatchSource, valBatches } from './batches';
import { batchLoss, type TrainedModel } from './gradients';

/** The last validation of a run looks at so many batches, if the text has them. */
export const FINAL_EVAL_BATCHES = 64;

/**
 * Mean loss over validation batches, nats per token, without dropout and label smoothing. `breathe` is awaited
 * between batches.
 */
export async function validationLoss(
  model: TrainedModel,
  source: BatchSource,
  n_batches: number,
  breathe: () => Promise<void>,
): Promise<number> {
  const { tf } = model.backend.ops;
  let sum = 0;
  let count = 0;
  for (const batch of valBatches(source, n_batches)) {
    const n = countTargets(batch);
    const [loss = Number.NaN] = tf.tidy(() => batchLoss(model, batch, null, null).dataSync());
    sum += loss * n;
    count += n;
    await breathe();
  }
  return sum / count;
}
