import type { Batch } from '../tensor/batch';
import { idMatrix } from '../tensor/batch';
import type { Tensor } from '../tensor/ops';
import type { BatchContext, LossContext } from './objective';

/** Cross-entropy of every target with its scores. logits: any shape of targets.size · n_classes numbers. */
export function targetLoss({ ops, logits, targets, labelSmoothing, count }: LossContext): Tensor {
  const scores = logits.shape.slice(0, -1).join() === targets.shape.join();
  const rows = scores ? logits : ops.tf.reshape(logits, [...targets.shape, -1]); // (B, length, n_classes)
  return ops.crossEntropy(rows, targets, { labelSmoothing, count });
}

/** One row an example, of any lengths. */
export type Rows = readonly Int32Array[];

/** Rows of different lengths side by side, and where they are real; null when all are as long as the longest. */
function padRows(rows: Rows, pad: number) {
  const longest = rows.reduce((length, row) => Math.max(length, row.length), 1);
  const ids = idMatrix(rows.length, longest, pad); // (B, longest)
  const real = idMatrix(rows.length, longest, 0); // (B, longest)
  rows.forEach((row, b) => {
    ids.values.set(row, b * longest);
    real.values.fill(1, b * longest, b * longest + row.length);
  });
  const padded = rows.some(({ length }) => length < longest);
  return { ids, real: padded ? real : null };
}

/** A batch: every feed as long as its longest row, with its padding where it has some; nothing is asked beyond a row's targets. */
export function feedBatch(feeds: Readonly<Record<string, Rows>>, targets: Rows): Batch {
  const entries = Object.entries(feeds).map(([name, rows]) => [name, padRows(rows, 0)] as const);
  return {
    feeds: Object.fromEntries(entries.map(([name, { ids }]) => [name, ids])),
    padding: Object.fromEntries(
      entries.flatMap(([name, { real }]) => (real === null ? [] : [[name, real]])),
    ),
    targets: padRows(targets, -1).ids,
  };
}

/** The id of a special token. @throws Error when the vocabulary lacks it: whoever fitted it forgot `specials`. */
export function specialId({ specials }: Pick<BatchContext, 'specials'>, token: string): number {
  const id = specials.get(token);
  if (id === undefined) throw new Error(`the vocabulary lacks ${token}`);
  return id;
}

/** What an example holds under a name. @throws Error when it lacks it. */
export function field(example: Readonly<Record<string, Int32Array>>, name: string): Int32Array {
  const ids = example[name];
  if (ids === undefined) throw new Error(`an example lacks ${name}`);
  return ids;
}
