/** A size: a number, or a symbol known only when data flows (`B` examples, `T` positions, `S` source positions). */
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

/** Puts numbers in place of symbols. @throws Error if a symbol has no number: a bug, not a person's mistake. */
export function resolveShape(shape: Shape, sizes: Readonly<Record<string, number>>): number[] {
  return shape.map((dim) => {
    const size = typeof dim === 'number' ? dim : sizes[dim];
    if (size === undefined) throw new Error(`no size for ${dim} in ${showShape(shape)}`);
    return size;
  });
}
