import type { Example } from '../tensor/batch';

/** What a run learns from, cut into examples. */
export interface Dataset {
  /** Training example i of a run: depends on (seed, i) alone. */
  train(seed: number, i: number): Example;
  /** How many validation examples there are; they are the same for every run. */
  readonly n_val_examples: number;
  val(i: number): Example;
}
