import type { Text } from '../contract/problem';
import type { Batch, Example } from '../tensor/batch';
import type { Ops, Tensor } from '../tensor/ops';

export interface BatchContext {
  readonly n_ctx: number;
}

export interface LossContext {
  readonly ops: Ops;
  /** (B, T, n_vocab) */
  readonly logits: Tensor;
  /** (B, T) int32, −1 = ignored. */
  readonly targets: Tensor;
  readonly labelSmoothing: number;
  /** Targets of the whole batch when this is a part of it; null = those of `targets`. */
  readonly count: number | null;
}

/** What a model is asked, and how its answer is judged. One file each, one line in registry.ts. */
export interface Objective {
  readonly type: string;
  readonly title: Text;
  readonly docs: {
    readonly summary: Text;
    /** KaTeX. */
    readonly equation: string;
    readonly source: string;
  };
  /** Tokens that the vocabulary must hold besides those of the text, such as `<mask>`. */
  readonly specials: readonly string[];
  /** What it feeds: a drawing must have an input block for each, and no other. */
  readonly feeds: readonly string[];
  /** Makes the question and its answer of some examples. */
  batch(examples: readonly Example[], context: BatchContext): Batch;
  /** → scalar, nats per token: the mean over targets that count, or their sum / `count`. */
  loss(context: LossContext): Tensor;
}

export function defineObjective(objective: Objective): Objective {
  return objective;
}
