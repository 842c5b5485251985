import type { Example } from '../tensor/batch';
import type { Tokenizer } from '../tokenizers/tokenizer';

/** What a run learns from, cut into examples. */
export interface Dataset {
  readonly tokenizer: Tokenizer;
  /** Scores that a labelling objective needs for each place it labels; 0 without labels. */
  readonly n_labels: number;
  /** The tokens that each of its texts stands behind, or between; without them an example begins and ends anywhere. */
  readonly marks?: Marks;
  /** Training example i of a run: depends on (seed, i) alone. */
  train(seed: number, i: number): Example;
  /** How many validation examples there are; they are the same for every run. */
  readonly n_val_examples: number;
  val(i: number): Example;
}

/** The tokens that tell where a text begins and, where it is to end by itself, that it ends. */
export interface Marks {
  readonly begin: number;
  readonly end: number | null;
}

/** What its examples hold, such as `source` and `tokens`. */
export function fieldsOf(dataset: Dataset): string[] {
  return Object.keys(dataset.val(0));
}
