import type { Text } from '../../contract/problem';
import type { Settings } from '../../contract/project';
import type { OptimizerOps, Tensor } from '../../tensor/ops';

/** One weight at one step. */
export interface Update {
  readonly weight: Tensor;
  readonly gradient: Tensor;
  /** The optimizer's memory of this weight, in the order of `slots`. */
  readonly slots: readonly Tensor[];
  /** Counted from 1. */
  readonly step: number;
  readonly lr: number;
  /** 0 where decay does not apply. */
  readonly weightDecay: number;
  /** Below 1 when the gradient is clipped. */
  readonly gradientScale: number;
}

/** A rule that changes weights in place. One file each, one line in registry.ts. */
export interface Optimizer {
  readonly type: Settings['optimizer'];
  readonly title: Text;
  readonly docs: { readonly source: string };
  /** What it remembers of each weight, by the names that stand in a checkpoint. */
  slots(settings: Settings): readonly string[];
  update(ops: OptimizerOps, settings: Settings, update: Update): void;
}

export function defineOptimizer(optimizer: Optimizer): Optimizer {
  return optimizer;
}

/** The memory that `slots` asked for. @throws Error when the caller keeps another number of tensors. */
export function slot(slots: readonly Tensor[], place: number): Tensor {
  const tensor = slots[place];
  if (tensor === undefined) throw new Error(`the optimizer has no slot ${place}`);
  return tensor;
}
