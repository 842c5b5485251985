import { fma, loadPart, zeros } from './vec';

/**
 * Matrix product for small matrices. B is copied into panels that the inner loop reads in order: 8 columns, k by k,
 * what sticks out filled with zeros. A is read where it lies.
 */
const ROWS = 4;
const COLS = 8;
/** Blocks that stay in the caches. */
const BLOCK_M = 64;
const BLOCK_N = 512;
const BLOCK_K = 512;

/**
 * Rows copied at once into every panel: more would drive each other out of the first cache, panels being a power of 2
 * apart.
 */
const STRETCH = 8;

/** Bytes of a tile that sticks out of its matrix, at the start of every scratch area. */
export const EDGE_BYTES: usize = 128;

/** Bytes of the panels of B for that many columns. */
@inline
export function panelBytes(columns: i32, k: i32): usize {
  return (<usize>((columns + COLS - 1) / COLS) * COLS * k) << 2;
}

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
  if (add) {
    addRow(c, c00, c01);
    addRow(c + ldc, c10, c11);
    addRow(c + 2 * ldc, c20, c21);
    addRow(c + 3 * ldc, c30, c31);
    return;
  }
  const left = bias ? v128.load(bias) : zeros();
  const right = bias ? v128.load(bias, 16) : zeros();
  storeRow(c, f32x4.add(c00, left), f32x4.add(c01, right));
  storeRow(c + ldc, f32x4.add(c10, left), f32x4.add(c11, right));
  storeRow(c + 2 * ldc, f32x4.add(c20, left), f32x4.add(c21, right));
  storeRow(c + 3 * ldc, f32x4.add(c30, left), f32x4.add(c31, right));
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

/** from: 4 rows of 4 floats, `ld` bytes apart → to: its columns, 32 bytes apart. */
@inline
function transpose4(from: usize, ld: usize, to: usize): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + ld);
  const r2 = v128.load(from + 2 * ld);
  const r3 = v128.load(from + 3 * ld);
  const t0 = i32x4.shuffle(r0, r1, 0, 4, 1, 5);
  const t1 = i32x4.shuffle(r0, r1, 2, 6, 3, 7);
  const t2 = i32x4.shuffle(r2, r3, 0, 4, 1, 5);
  const t3 = i32x4.shuffle(r2, r3, 2, 6, 3, 7);
  v128.store(to, i32x4.shuffle(t0, t2, 0, 1, 4, 5));
  v128.store(to + 32, i32x4.shuffle(t0, t2, 2, 3, 6, 7));
  v128.store(to + 64, i32x4.shuffle(t1, t3, 0, 1, 4, 5));
  v128.store(to + 96, i32x4.shuffle(t1, t3, 2, 3, 6, 7));
}

/** Panels from a matrix whose rows are the columns of B: (columns, k), rows `ld` bytes apart. */
export function packRows(columns: i32, k: i32, from: usize, ld: usize, to: usize): void {
  for (let first = 0; first < columns; first += COLS) {
    const count = min(columns - first, COLS);
    let j = 0;
    if (count == COLS) {
      for (; j + 4 <= k; j += 4) {
        const at = from + (<usize>j << 2);
        transpose4(at, ld, to);
        transpose4(at + 4 * ld, ld, to + 16);
        to += 128;
      }
    }
    for (; j < k; j++) {
      let at = from + (<usize>j << 2);
      for (let i = 0; i < COLS; i++) {
        store<f32>(to, i < count ? load<f32>(at) : 0);
        if (i < count) at += ld;
        to += 4;
      }
    }
    from += <usize>COLS * ld;
  }
}

/** Panels from a matrix laid out like B: (k, columns), rows `ld` bytes apart. */
export function packColumns(columns: i32, k: i32, from: usize, ld: usize, to: usize): void {
  const whole = columns / COLS;
  const rest = columns - whole * COLS;
  const panel = <usize>k << 5;
  for (let first = 0; first < k; first += STRETCH) {
    const count = min(k - first, STRETCH);
    let into = to;
    let start = from;
    for (let p = 0; p < whole; p++) {
      let at = start;
      for (let j = 0; j < count; j++) {
        v128.store(into + (<usize>j << 5), v128.load(at));
        v128.store(into + (<usize>j << 5), v128.load(at, 16), 16);
        at += ld;
      }
      into += panel;
      start += 32;
    }
    for (let j = 0; rest && j < count; j++) {
      packRest(rest, start, into);
      start += ld;
      into += 32;
    }
    from += ld * count;
    to += <usize>count << 5;
  }
}

@inline
function packRest(rest: i32, at: usize, into: usize): void {
  v128.store(into, rest >= 4 ? v128.load(at) : loadPart(at, rest));
  v128.store(into, rest > 4 ? loadPart(at + 16, rest - 4) : zeros(), 16);
}

/** Bytes of scratch that `multiply` needs. */
export function multiplyBytes(N: i32, K: i32): usize {
  return EDGE_BYTES + panelBytes(min(N, BLOCK_N), min(K, BLOCK_K));
}

/**
 * C: (M, N) ← A·B [+ bias]. A is (M, K), or (K, M) when `transA`; B is (K, N), or (N, K) when `transB`; lda and ldb
 * are the lengths of their rows in floats.
 */
export function multiply(
  M: i32, N: i32, K: i32, A: usize, lda: i32, transA: bool, B: usize, ldb: i32, transB: bool,
  C: usize, bias: usize, scratch: usize,
): void {
  const rb = <usize>ldb << 2;
  const rowStep: usize = transA ? 4 : <usize>lda << 2;
  const kStep: usize = transA ? <usize>lda << 2 : 4;
  const ldc = <usize>N << 2;
  const panels = scratch + EDGE_BYTES;
  for (let n0 = 0; n0 < N; n0 += BLOCK_N) {
    const n = min(N - n0, BLOCK_N);
    for (let k0 = 0; k0 < K; k0 += BLOCK_K) {
      const k = min(K - k0, BLOCK_K);
      if (transB) packRows(n, k, B + <usize>n0 * rb + (<usize>k0 << 2), rb, panels);
      else packColumns(n, k, B + <usize>k0 * rb + (<usize>n0 << 2), rb, panels);
      const biasHere = bias && !k0 ? bias + (<usize>n0 << 2) : 0;
      for (let m0 = 0; m0 < M; m0 += BLOCK_M) {
        const a = A + <usize>m0 * rowStep + <usize>k0 * kStep;
        const c = C + <usize>m0 * ldc + (<usize>n0 << 2);
        block(min(M - m0, BLOCK_M), n, k, a, rowStep, kStep, panels, c, ldc, biasHere, k0 > 0, scratch);
      }
    }
  }
}

/** All tiles of a block. */
function block(
  m: i32, n: i32, k: i32, A: usize, rowStep: usize, kStep: usize, panels: usize, C: usize, ldc: usize, bias: usize,
  add: bool, edge: usize,
): void {
  for (let j = 0; j < n; j += COLS) {
    const b = panels + (<usize>j * k << 2);
    const biasHere = bias ? bias + (<usize>j << 2) : 0;
    let a = A;
    let c = C + (<usize>j << 2);
    for (let i = 0; i < m; i += ROWS) {
      anyTile(k, a, rowStep, kStep, m - i, b, c, ldc, biasHere, add, n - j, edge);
      a += rowStep << 2;
      c += ldc << 2;
    }
  }
}
