/** A figure of an arm: one value for each seed, and what a reference implementation measured. */
export interface Figure {
  readonly arm: string;
  readonly what: string;
  readonly values: readonly number[];
  /** As published with it: `.352 ± .008`. */
  readonly reference: string;
}

/** Mean, and the sample's deviation where there are several. */
export function spread(values: readonly number[]): { mean: number; sd: number } {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: n > 1 ? Math.sqrt(squares / (n - 1)) : 0 };
}

/** `.352 ± .008`. */
export function showSpread(values: readonly number[]): string {
  const { mean, sd } = spread(values);
  const short = (x: number) => x.toFixed(3).replace(/^0\./, '.');
  return `${short(mean)} ± ${short(sd)}`;
}
