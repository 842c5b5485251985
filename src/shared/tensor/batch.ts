/** One thing to learn from, before an objective makes a question of it: token ids by name, such as `tokens`. */
export type Example = Readonly<Record<string, Int32Array>>;

/** Whole numbers of shape (rows, length), row by row. */
export interface IdMatrix {
  readonly rows: number;
  readonly length: number;
  readonly values: Int32Array;
}

/** What one step looks at. */
export interface Batch {
  /** By the name of the input block that reads it: (B, length). */
  readonly feeds: Readonly<Record<string, IdMatrix>>;
  /** By the same names, (B, length): 1 = real, 0 = padding; a name that is missing is all real. */
  readonly padding: Readonly<Record<string, IdMatrix>>;
  /** (B, length); −1 = ignored. */
  readonly targets: IdMatrix;
}

/** An empty matrix, filled with `value`. */
export function idMatrix(rows: number, length: number, value = 0): IdMatrix {
  return { rows, length, values: new Int32Array(rows * length).fill(value) };
}

/** The rows from … to − 1, sharing memory. */
function matrixRows(matrix: IdMatrix, from: number, to: number): IdMatrix {
  const { length, values } = matrix;
  return { rows: to - from, length, values: values.subarray(from * length, to * length) };
}

/** Targets that count towards the loss. */
export function countTargets(batch: Batch): number {
  return batch.targets.values.reduce((count, target) => (target < 0 ? count : count + 1), 0);
}

/** Tokens that the model reads, padding left out. */
export function countTokens({ feeds, padding }: Batch): number {
  let count = 0;
  for (const [name, { values }] of Object.entries(feeds)) {
    const real = padding[name];
    count += real ? real.values.reduce((sum, one) => sum + one, 0) : values.length;
  }
  return count;
}

/** The part of a batch that holds the examples from … to − 1. */
export function batchRows(batch: Batch, from: number, to: number): Batch {
  const part = (matrices: Readonly<Record<string, IdMatrix>>) =>
    Object.fromEntries(
      Object.entries(matrices).map(([name, matrix]) => [name, matrixRows(matrix, from, to)]),
    );
  return {
    feeds: part(batch.feeds),
    padding: part(batch.padding),
    targets: matrixRows(batch.targets, from, to),
  };
}
