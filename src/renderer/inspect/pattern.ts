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

/** The cell under the cursor, as far as it can be put into words. */
export interface CellReading {
  readonly row: string;
  readonly column: string;
  readonly weight: number;
  readonly rowSum: number;
  /** In the future of a causal pattern. */
  readonly masked: boolean;
}

/** Reads one cell of one head of a layer; null when there is no such cell. */
export function readCell(
  tokens: readonly string[],
  layer: Layer,
  head: number,
  cell: Cell,
): CellReading | null {
  const T = tokens.length;
  const row = tokens[cell.row];
  const column = tokens[cell.column];
  if (row === undefined || column === undefined || head >= layer.n_heads) return null;
  const pattern = headOf(layer, head, T);
  const weight = pattern[cell.row * T + cell.column] ?? 0;
  const rowSum = rowSums(pattern, T)[cell.row] ?? 0;
  return { row, column, weight, rowSum, masked: layer.causal && cell.column > cell.row };
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
