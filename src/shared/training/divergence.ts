import { fail, type Text } from '../contract/problem';
import type { Tensor } from '../tensor/ops';
import type { Shard } from './batches';
import { batchLoss, type StepGradients, type TrainedModel } from './gradients';

/** A step whose numbers are no longer numbers. */
export interface Divergence {
  readonly model: TrainedModel;
  /** Such as `Run "tiny-gpt"`. */
  readonly where: Text;
  readonly step: number;
  readonly lr: number;
  readonly shards: readonly Shard[];
  readonly result: StepGradients;
}

/** @throws Problem always: names the step and the first tensor that broke. */
export function failDiverged(divergence: Divergence): never {
  const { where, step, lr, result } = divergence;
  const finite = Number.isFinite(result.loss);
  const value = finite ? '' : Number.isNaN(result.loss) ? 'NaN' : 'Infinity';
  const broken = firstBroken(divergence);
  const fix = {
    en: 'Lower the learning rate or clip gradients.',
    zh: '请降低学习率或裁剪梯度。',
  };
  return finite
    ? fail(
        where,
        {
          en: `the gradient stopped being finite at step ${step} (lr ${lr}), first in ${broken}.`,
          zh: `第 ${step} 步梯度不再是有限数（lr ${lr}），最先出现在 ${broken}。`,
        },
        fix,
      )
    : fail(
        where,
        {
          en: `the loss became ${value} at step ${step} (lr ${lr}), first in ${broken}.`,
          zh: `第 ${step} 步损失变成了 ${value}（lr ${lr}），最先出现在 ${broken}。`,
        },
        fix,
      );
}

/** The first weight, else the first activation in forward order, else the first gradient in backward order. */
function firstBroken({ model, step, shards, result }: Divergence): string {
  const { allFinite } = model.backend.optimizerOps;
  for (const [name, weight] of model.weights) if (!allFinite(weight)) return name;
  for (const shard of shards) {
    const activation = firstBrokenActivation(model, step, shard);
    if (activation !== null) return activation;
  }
  if (!Number.isFinite(result.loss)) return 'loss';
  const names = [...model.weights.keys()];
  for (let i = names.length - 1; i >= 0; i--) {
    const gradient = result.gradients[i];
    if (gradient !== undefined && !allFinite(gradient)) return `∂${names[i]}`;
  }
  return 'loss';
}

function firstBrokenActivation(model: TrainedModel, step: number, shard: Shard): string | null {
  const { ops, optimizerOps } = model.backend;
  let broken: string | null = null;
  const look = (name: string, value: () => Tensor) => {
    if (broken === null && !optimizerOps.allFinite(value())) broken = name;
  };
  const training = { seed: model.settings.seed, step, firstExample: shard.firstExample };
  ops.tf.tidy(() => {
    batchLoss(model, shard.batch, training, shard.count, look);
  });
  return broken;
}
