import type { AttentionView } from '@shared/contract/trainer';

export type Layer = AttentionView['layers'][number];

/** The tokens beside a pattern: who attends, row by row, and to whom, column by column. */
export interface Sides {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

const none: readonly string[] = [];

/** The tokens of a view's layer. Where neighbours were summed, one label is what they are together. */
export function sidesOf(view: AttentionView, layer: Layer): Sides {
  const of = (side: Layer['queries'], parts = 1) =>
    together(side === 'source' ? (view.source ?? none) : view.tokens, parts);
  return { rows: of(layer.queries, layer.queryTokens), columns: of(layer.keys, layer.keyTokens) };
}

/** The list itself for single tokens, so that what is measured of its labels stays true. */
function together(tokens: readonly string[], parts: number): readonly string[] {
  if (parts === 1) return tokens;
  return Array.from({ length: Math.ceil(tokens.length / parts) }, (_, i) =>
    tokens.slice(i * parts, (i + 1) * parts).join(''),
  );
}

/** One head of a layer. pattern: (n_heads, rows, columns) → (rows, columns), a view of the same numbers */
export function headOf({ pattern, n_heads }: Layer, head: number): Float32Array {
  const size = pattern.length / Math.max(1, n_heads);
  return pattern.subarray(head * size, (head + 1) * size);
}

/** 0, 1, … n_heads − 1 */
export function headNumbers(n_heads: number): number[] {
  return Array.from({ length: n_heads }, (_, head) => head);
}

/** What each row of a pattern adds up to. pattern: (rows, columns) → (rows,) */
export function rowSums(pattern: Float32Array, n_columns: number): number[] {
  return Array.from({ length: pattern.length / Math.max(1, n_columns) }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < n_columns; column += 1) {
      sum += pattern[row * n_columns + column] ?? 0;
    }
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
  { rows, columns }: Sides,
  layer: Layer,
  head: number,
  cell: Cell,
): CellReading | null {
  const row = rows[cell.row];
  const column = columns[cell.column];
  if (row === undefined || column === undefined || head >= layer.n_heads) return null;
  const pattern = headOf(layer, head);
  const weight = pattern[cell.row * columns.length + cell.column] ?? 0;
  const rowSum = rowSums(pattern, columns.length)[cell.row] ?? 0;
  return { row, column, weight, rowSum, masked: layer.causal && cell.column > cell.row };
}

/** Where an arrow key leads; null for other keys. */
export function cellAfterKey(
  key: string,
  { row, column }: Cell,
  { rows, columns }: Sides,
): Cell | null {
  const inside = (n: number, length: number) => Math.min(length - 1, Math.max(0, n));
  const moves: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: columns.length - 1 },
  };
  const next = moves[key];
  if (next === undefined) return null;
  return { row: inside(next.row, rows.length), column: inside(next.column, columns.length) };
}
