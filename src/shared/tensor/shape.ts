/**
 * A size: a number, or a symbol known only when data flows (`B` examples, `T` positions, `S` source positions); `T/2` is
 * half of T, rounded up.
 */
export type Dim = number | string;
export type Shape = readonly Dim[];

/** `[B, T, 64]` → `(B, T, 64)`. */
export function showShape(shape: Shape): string {
  return `(${shape.join(', ')})`;
}

/** Whether two shapes are the same, symbol for symbol. */
export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, i) => dim === b[i]);
}

/** `T/2` → T in 2 parts each; a symbol alone is in single ones. */
export function partsOf(dim: string): { symbol: string; parts: number } {
  const [symbol = '', parts = '1'] = dim.split('/');
  return { symbol, parts: Number(parts) };
}

/** Puts numbers in place of symbols. @throws Error if a symbol has no number: a bug, not a person's mistake. */
export function resolveShape(shape: Shape, sizes: Readonly<Record<string, number>>): number[] {
  return shape.map((dim) => {
    if (typeof dim === 'number') return dim;
    const { symbol, parts } = partsOf(dim);
    const size = sizes[symbol];
    if (size === undefined) throw new Error(`no size for ${dim} in ${showShape(shape)}`);
    return Math.ceil(size / parts);
  });
}

/** A size divided by a whole number, rounded up: `T` by 2 is `T/2`, and that by 3 is `T/6`. */
export function divideDim(dim: Dim, by: number): Dim {
  if (typeof dim === 'number') return Math.ceil(dim / by);
  const { symbol, parts } = partsOf(dim);
  return by === 1 ? dim : `${symbol}/${parts * by}`;
}
