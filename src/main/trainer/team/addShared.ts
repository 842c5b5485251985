import type { StepGradients, TrainedModel } from '@shared/training/gradients';
import type { SharedStep } from './sharedStep';

/** Adds what a helper computed to the sum so far, in place and without a detour over tensors. */
export function addShared(
  { weights, backend }: TrainedModel,
  sum: StepGradients | null,
  shared: SharedStep,
  shard: number,
): StepGradients {
  const all = shared.gradients(shard);
  let at = 0;
  const gradients = [...weights.values()].map(({ size, shape }, i) => {
    const numbers = all.subarray(at, at + size);
    at += size;
    const gradient = sum?.gradients[i];
    if (gradient === undefined) return backend.ops.tf.tensor(numbers, shape, 'float32');
    backend.optimizerOps.addNumbers(gradient, numbers);
    return gradient;
  });
  return { loss: (sum?.loss ?? 0) + shared.loss(shard), gradients };
}
