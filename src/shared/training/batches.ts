import type { Settings } from '../contract/project';
import type { Dataset } from '../datasets/dataset';
import type { BatchContext, Objective } from '../objectives/objective';
import { type Batch, batchRows, countTargets, type Example } from '../tensor/batch';
import { randomStream } from '../tensor/random';

/** Where batches come from: what to learn, how it is asked, and in which portions. */
export interface BatchSource {
  readonly dataset: Dataset;
  readonly objective: Objective;
  readonly settings: Pick<Settings, 'seed' | 'batch_size' | 'accumulation_steps' | 'n_ctx'>;
}

/** The examples of a step, counted from 1: a batch, or several in a row. It follows from (seed, step) alone, so that a run can go on anywhere. */
export function trainBatch(source: BatchSource, step: number): Batch {
  const { dataset, settings } = source;
  const { seed, batch_size, accumulation_steps } = settings;
  const rows = batch_size * accumulation_steps;
  const first = (step - 1) * rows;
  const examples = Array.from({ length: rows }, (_, row) => dataset.train(seed, first + row));
  return ask(source, examples, (row) => randomStream(seed, `question ${first + row}`));
}

/** The question that validation makes of its example i. */
export function valQuestion(source: BatchSource, i: number): Batch {
  return ask(source, [source.dataset.val(i)], () => randomStream(0, `question ${i}`));
}

function ask(
  { dataset, objective, settings }: BatchSource,
  examples: readonly Example[],
  random: BatchContext['random'],
): Batch {
  const { n_vocab, specials } = dataset.tokenizer;
  return objective.batch(examples, { n_ctx: settings.n_ctx, n_vocab, specials, random });
}

/**
 * The batches of every validation, always the same: at most `n_batches` of them, spread evenly over the validation
 * part, no example twice.
 */
export function* valBatches(source: BatchSource, n_batches: number): Generator<Batch> {
  const { dataset, settings } = source;
  const { batch_size } = settings;
  const n = Math.min(dataset.n_val_examples, n_batches * batch_size);
  const place = (k: number) => Math.floor(((k + 0.5) * dataset.n_val_examples) / n);
  for (let from = 0; from < n; from += batch_size) {
    const rows = Math.min(batch_size, n - from);
    const examples = Array.from({ length: rows }, (_, row) => dataset.val(place(from + row)));
    const number = (row: number) => place(from + row);
    yield ask(source, examples, (row) => randomStream(0, `question ${number(row)}`));
  }
}

/** A part of a step's batch, small enough to be computed by one worker. */
export interface Shard {
  readonly batch: Batch;
  /** Its first example's place in the whole batch. */
  readonly firstExample: number;
  /** Targets of the whole batch, so that the shards' losses add up to its mean. */
  readonly count: number;
}

/**
 * Shards of a batch: always this many, however many workers there are, so that their sum, and with it every bit
 * of a run, does not depend on the machine.
 */
export const N_SHARDS = 2;

/** Cuts `n_batches` batches that make one step into shards of as equal size as possible, none empty. */
export function shardBatch(batch: Batch, n_batches = 1): Shard[] {
  const { rows } = batch.targets;
  const count = Math.max(1, countTargets(batch));
  const n = Math.min(n_batches * N_SHARDS, rows);
  const edge = (i: number) => Math.ceil((i * rows) / n);
  return Array.from({ length: n }, (_, i) => ({
    batch: batchRows(batch, edge(i), edge(i + 1)),
    firstExample: edge(i),
    count,
  }));
}
