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
  const { where, step, result } = divergence;
  const lr = Number(divergence.lr.toPrecision(3));
  const fix = {
    en: 'Lower the learning rate or clip gradients.',
    zh: '请降低学习率或裁剪梯度。',
  };
  if (Number.isFinite(result.loss)) {
    const gradient = firstBrokenGradient(divergence);
    const what = {
      en: `the gradient of ${gradient} stopped being finite at step ${step} (lr ${lr}).`,
      zh: `第 ${step} 步 ${gradient} 的梯度不再是有限数（lr ${lr}）。`,
    };
    return fail(where, what, fix);
  }
  const value = Number.isNaN(result.loss) ? 'NaN' : 'Infinity';
  const broken = firstBroken(divergence);
  const what = {
    en: `the loss became ${value} at step ${step} (lr ${lr}), first in ${broken}.`,
    zh: `第 ${step} 步损失变成了 ${value}（lr ${lr}），最先出现在 ${broken}。`,
  };
  return fail(where, what, fix);
}

/** The first weight, else the first activation in forward order. */
function firstBroken({ model, step, shards }: Divergence): string {
  const { allFinite } = model.backend.optimizerOps;
  for (const [name, weight] of model.weights) if (!allFinite(weight)) return name;
  for (const shard of shards) {
    const activation = firstBrokenActivation(model, step, shard);
    if (activation !== null) return activation;
  }
  return 'loss';
}

/** Gradients flow backward: the first to break is the last in forward order. */
function firstBrokenGradient({ model, result }: Divergence): string {
  const { allFinite } = model.backend.optimizerOps;
  const names = [...model.weights.keys()];
  const place = result.gradients.findLastIndex((gradient) => !allFinite(gradient));
  return names[place < 0 ? names.length - 1 : place] ?? 'loss';
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
