import { anyTile, COLS, EDGE_BYTES, ROWS } from './tile';
import { loadPart, zeros } from './vec';
import { WIDE_ROWS, wideTile } from './wideTile';

// Matrix product for small matrices. B is copied into panels that the inner loop reads in order: 8 columns, k by k,
// what sticks out filled with zeros. A is read where it lies.

/** Blocks that stay in the caches. */
const BLOCK_M = 64;
const BLOCK_N = 512;
const BLOCK_K = 512;

/**
 * Rows copied at once into every panel: more would drive each other out of the first cache, panels being a power of 2
 * apart.
 */
const STRETCH = 8;

/** Bytes of the panels of B for that many columns. */
@inline
export function panelBytes(columns: i32, k: i32): usize {
  return (<usize>((columns + COLS - 1) / COLS) * COLS * k) << 2;
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

let wide = false;

/** Whether products go by tiles of 8 × 8 as far as they reach. Not a bit of a result depends on it. */
export function setWideTiles(on: bool): void {
  wide = on;
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
    let i = 0;
    for (; wide && n - j >= COLS && i + WIDE_ROWS <= m; i += WIDE_ROWS) {
      wideTile(k, a, rowStep, kStep, b, c, ldc, biasHere, add);
      a += rowStep * WIDE_ROWS;
      c += ldc * WIDE_ROWS;
    }
    for (; i < m; i += ROWS) {
      anyTile(k, a, rowStep, kStep, m - i, b, c, ldc, biasHere, add, n - j, edge);
      a += rowStep * ROWS;
      c += ldc * ROWS;
    }
  }
}
