import { fma, zeros } from './vec';

export const ROWS = 4;
export const COLS = 8;

/** Bytes of a tile that sticks out of its matrix, at the start of every scratch area. */
export const EDGE_BYTES: usize = 128;

/**
 * C (4 × 8, rows `ldc` bytes apart) ← [C +] A·B [+ bias]. Element (i, k) of A lies at a + i·rowStep + k·kStep; of fewer
 * than 4 `rows` the last is repeated. b: one panel. Unrolling over k halves the speed: it needs more registers than
 * there are.
 */
export function tile(
  k: i32, a: usize, rowStep: usize, kStep: usize, rows: i32, b: usize, c: usize, ldc: usize, bias: usize, add: bool,
): void {
  let c00 = zeros(), c01 = zeros(), c10 = zeros(), c11 = zeros();
  let c20 = zeros(), c21 = zeros(), c30 = zeros(), c31 = zeros();
  let r1 = a + (rows > 1 ? rowStep : 0);
  let r2 = r1 + (rows > 2 ? rowStep : 0);
  let r3 = r2 + (rows > 3 ? rowStep : 0);
  const end = b + (<usize>k << 5);
  while (b != end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load_splat<f32>(a);
    c00 = fma(a0, b0, c00);
    c01 = fma(a0, b1, c01);
    const a1 = v128.load_splat<f32>(r1);
    c10 = fma(a1, b0, c10);
    c11 = fma(a1, b1, c11);
    const a2 = v128.load_splat<f32>(r2);
    c20 = fma(a2, b0, c20);
    c21 = fma(a2, b1, c21);
    const a3 = v128.load_splat<f32>(r3);
    c30 = fma(a3, b0, c30);
    c31 = fma(a3, b1, c31);
    a += kStep;
    r1 += kStep;
    r2 += kStep;
    r3 += kStep;
    b += 32;
  }
  put4(c, ldc, c00, c01, c10, c11, c20, c21, c30, c31, bias, add);
}

/**
 * 4 rows of a tile into C, each of the three ways by itself: pairs of stores are joined only where what they store was
 * computed in one piece.
 */
@inline
export function put4(
  c: usize, ldc: usize, c00: v128, c01: v128, c10: v128, c11: v128, c20: v128, c21: v128, c30: v128, c31: v128,
  bias: usize, add: bool,
): void {
  if (add) {
    addRow(c, c00, c01);
    addRow(c + ldc, c10, c11);
    addRow(c + 2 * ldc, c20, c21);
    addRow(c + 3 * ldc, c30, c31);
  } else if (bias) {
    const left = v128.load(bias);
    const right = v128.load(bias, 16);
    storeRow(c, f32x4.add(c00, left), f32x4.add(c01, right));
    storeRow(c + ldc, f32x4.add(c10, left), f32x4.add(c11, right));
    storeRow(c + 2 * ldc, f32x4.add(c20, left), f32x4.add(c21, right));
    storeRow(c + 3 * ldc, f32x4.add(c30, left), f32x4.add(c31, right));
  } else {
    storeRow(c, c00, c01);
    storeRow(c + ldc, c10, c11);
    storeRow(c + 2 * ldc, c20, c21);
    storeRow(c + 3 * ldc, c30, c31);
  }
}

@inline
function addRow(c: usize, left: v128, right: v128): void {
  storeRow(c, f32x4.add(v128.load(c), left), f32x4.add(v128.load(c, 16), right));
}

@inline
function storeRow(c: usize, left: v128, right: v128): void {
  v128.store(c, left);
  v128.store(c, right, 16);
}

/** The same where only `rows` × `columns` of the tile lie in C: computed at `edge`, then copied. */
function edgeTile(
  k: i32, a: usize, rowStep: usize, kStep: usize, rows: i32, b: usize, c: usize, ldc: usize, bias: usize, add: bool,
  columns: i32, edge: usize,
): void {
  tile(k, a, rowStep, kStep, rows, b, edge, 32, 0, false);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const at = c + (<usize>j << 2);
      let sum = load<f32>(edge + (<usize>j << 2));
      if (add) sum += load<f32>(at);
      else if (bias) sum += load<f32>(bias + (<usize>j << 2));
      store<f32>(at, sum);
    }
    c += ldc;
    edge += 32;
  }
}

/** A tile, or the part of it that lies in C. */
@inline
export function anyTile(
  k: i32, a: usize, rowStep: usize, kStep: usize, rows: i32, b: usize, c: usize, ldc: usize, bias: usize, add: bool,
  columns: i32, edge: usize,
): void {
  if (rows >= ROWS && columns >= COLS) tile(k, a, rowStep, kStep, ROWS, b, c, ldc, bias, add);
  else edgeTile(k, a, rowStep, kStep, min(rows, ROWS), b, c, ldc, bias, add, min(columns, COLS), edge);
}
