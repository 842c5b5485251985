import type { Settings } from '../contract/project';
import type { OptimizerOps, Tensor } from '../tensor/ops';

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

/** A rule that changes weights in place. */
export interface Optimizer {
  /** What it remembers of each weight, by the names that stand in a checkpoint. */
  readonly slots: readonly string[];
  update(ops: OptimizerOps, update: Update): void;
}

type Make = (settings: Settings) => Optimizer;

/** @see Loshchilov & Hutter 2019, algorithm 2; weight decay is decoupled */
const adamW: Make = ({ beta1, beta2, eps }) => ({
  slots: ['m', 'v'],
  update(ops, { weight, gradient, slots: [m, v], ...rest }) {
    if (m === undefined || v === undefined) throw new Error('AdamW needs m and v');
    ops.adamW(weight, m, v, gradient, { ...rest, beta1, beta2, eps });
  },
});

/** Plain gradient descent, or with heavy-ball momentum. @see Sutskever et al. 2013, §2 */
const sgd: Make = ({ momentum }) => ({
  slots: momentum > 0 ? ['velocity'] : [],
  update: (ops, { weight, gradient, slots: [velocity], ...rest }) =>
    ops.sgd(weight, velocity ?? null, gradient, { ...rest, momentum }),
});

/** Every optimizer offered: a name here is a name in the settings. */
const optimizers: Readonly<Record<Settings['optimizer'], Make>> = { adamW, sgd };

export function createOptimizer(settings: Settings): Optimizer {
  return optimizers[settings.optimizer](settings);
}
