import type { Text } from '../contract/problem';
import type { Batch, Example } from '../tensor/batch';
import type { Ops, Tensor } from '../tensor/ops';
import type { RandomStream } from '../tensor/random';
import type { Shape } from '../tensor/shape';

export interface BatchContext {
  readonly n_ctx: number;
  readonly n_vocab: number;
  /** Ids of the special tokens, such as `<mask>`. */
  readonly specials: ReadonlyMap<string, number>;
  /** The random numbers of an example, always the same for the same example of the same run. */
  random(row: number): RandomStream;
}

export interface LossContext {
  readonly ops: Ops;
  /** (B, T, n_vocab); whatever its shape, it holds as many scores for each target. */
  readonly logits: Tensor;
  /** (B, length) int32, −1 = ignored. */
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
  /** What it needs of an example: `tokens`, `source`, `labels`. */
  readonly needs: readonly string[];
  /** Tokens that the vocabulary must hold besides those of the text, such as `<mask>`. */
  readonly specials: readonly string[];
  /** The feeds of its batches, for examples that hold these fields. */
  feeds(fields: readonly string[]): readonly string[];
  /** Feeds of which no position may see a later one: the answer stands there. */
  readonly causal: readonly string[];
  /** What the drawing must end in. */
  output(sizes: { readonly n_vocab: number; readonly n_labels: number }): Shape;
  /** Makes the question and its answer of some examples. */
  batch(examples: readonly Example[], context: BatchContext): Batch;
  /** → scalar, nats per target: the mean over targets that count, or their sum / `count`. */
  loss(context: LossContext): Tensor;
}

export function defineObjective(objective: Objective): Objective {
  return objective;
}
