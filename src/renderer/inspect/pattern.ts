import type { AttentionView } from '@shared/contract/trainer';

export type Layer = AttentionView['layers'][number];

/** One head of a layer. pattern: (n_heads, T, T) → (T, T), a view of the same numbers */
export function headOf({ pattern }: Layer, head: number, T: number): Float32Array {
  return pattern.subarray(head * T * T, (head + 1) * T * T);
}

/** 0, 1, … n_heads − 1 */
export function headNumbers(n_heads: number): number[] {
  return Array.from({ length: n_heads }, (_, head) => head);
}

/** What each row of a pattern adds up to. pattern: (T, T) → (T,) */
export function rowSums(pattern: Float32Array, T: number): number[] {
  return Array.from({ length: T }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < T; column += 1) sum += pattern[row * T + column] ?? 0;
    return sum;
  });
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The head that a cell under the cursor belongs to. */
export interface PointedValues {
  readonly tokens: readonly string[];
  readonly pattern: Float32Array;
  readonly causal: boolean;
}

/** Where an arrow key leads; null for other keys. */
export function cellAfterKey(key: string, { row, column }: Cell, T: number): Cell | null {
  const inside = (n: number) => Math.min(T - 1, Math.max(0, n));
  const moves: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: T - 1 },
  };
  const next = moves[key];
  return next === undefined ? null : { row: inside(next.row), column: inside(next.column) };
}
