import { fma, loadPart, zeros } from './vec';

/**
 * Matrix product for small matrices: both sides are copied into panels that the inner loop reads in order.
 * A panel of A holds 4 rows, k by k; a panel of B holds 8 columns, k by k; what sticks out is filled with zeros.
 */
const ROWS = 4;
const COLS = 8;
/** Blocks that stay in the caches. */
const BLOCK_M = 64;
const BLOCK_N = 512;
const BLOCK_K = 512;

/** Rows copied at once into every panel: more would drive each other out of the first cache, panels being a power of 2 apart. */
const STRETCH = 8;

/** Bytes of a tile that sticks out of its matrix, at the start of every scratch area. */
export const EDGE_BYTES: usize = 128;

/** Bytes of the panels of B for that many columns. */
@inline
export function panelsOfB(columns: i32, k: i32): usize {
  return (<usize>((columns + COLS - 1) / COLS) * COLS * k) << 2;
}

/** Bytes of the panels of A for that many rows. */
@inline
export function panelsOfA(rows: i32, k: i32): usize {
  return (<usize>((rows + ROWS - 1) / ROWS) * ROWS * k) << 2;
}

/**
 * C (4 × 8, rows `ldc` bytes apart) ← [C +] A·B [+ bias], one panel each. Unrolling over k halves the speed: it
 * needs more registers than there are.
 */
export function tile(k: i32, a: usize, b: usize, c: usize, ldc: usize, bias: usize, add: bool): void {
  let c00 = zeros(), c01 = zeros(), c10 = zeros(), c11 = zeros();
  let c20 = zeros(), c21 = zeros(), c30 = zeros(), c31 = zeros();
  const end = b + (<usize>k << 5);
  while (b != end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load_splat<f32>(a);
    c00 = fma(a0, b0, c00);
    c01 = fma(a0, b1, c01);
    const a1 = v128.load_splat<f32>(a, 4);
    c10 = fma(a1, b0, c10);
    c11 = fma(a1, b1, c11);
    const a2 = v128.load_splat<f32>(a, 8);
    c20 = fma(a2, b0, c20);
    c21 = fma(a2, b1, c21);
    const a3 = v128.load_splat<f32>(a, 12);
    c30 = fma(a3, b0, c30);
    c31 = fma(a3, b1, c31);
    a += 16;
    b += 32;
  }
  if (add) {
    storeRow(c, f32x4.add(v128.load(c), c00), f32x4.add(v128.load(c, 16), c01));
    c += ldc;
    storeRow(c, f32x4.add(v128.load(c), c10), f32x4.add(v128.load(c, 16), c11));
    c += ldc;
    storeRow(c, f32x4.add(v128.load(c), c20), f32x4.add(v128.load(c, 16), c21));
    c += ldc;
    storeRow(c, f32x4.add(v128.load(c), c30), f32x4.add(v128.load(c, 16), c31));
    return;
  }
  let bias0 = zeros(), bias1 = zeros();
  if (bias) {
    bias0 = v128.load(bias);
    bias1 = v128.load(bias, 16);
  }
  storeRow(c, f32x4.add(c00, bias0), f32x4.add(c01, bias1));
  c += ldc;
  storeRow(c, f32x4.add(c10, bias0), f32x4.add(c11, bias1));
  c += ldc;
  storeRow(c, f32x4.add(c20, bias0), f32x4.add(c21, bias1));
  c += ldc;
  storeRow(c, f32x4.add(c30, bias0), f32x4.add(c31, bias1));
}

@inline
function storeRow(c: usize, left: v128, right: v128): void {
  v128.store(c, left);
  v128.store(c, right, 16);
}

/** The same where only `rows` × `columns` of the tile lie in C: computed at `edge`, then copied. */
function edgeTile(
  k: i32, a: usize, b: usize, c: usize, ldc: usize, bias: usize, add: bool, rows: i32, columns: i32, edge: usize,
): void {
  tile(k, a, b, edge, 32, 0, false);
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

/** A tile or the part of it that lies in C. */
@inline
export function anyTile(
  k: i32, a: usize, b: usize, c: usize, ldc: usize, bias: usize, add: bool, rows: i32, columns: i32, edge: usize,
): void {
  if (rows >= ROWS && columns >= COLS) tile(k, a, b, c, ldc, bias, add);
  else edgeTile(k, a, b, c, ldc, bias, add, min(rows, ROWS), min(columns, COLS), edge);
}

/** from: 4 rows of 4 floats, `ld` bytes apart → to: its columns, 16 · `step` bytes apart. */
@inline
function transpose4(from: usize, ld: usize, to: usize, step: usize): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + ld);
  const r2 = v128.load(from + 2 * ld);
  const r3 = v128.load(from + 3 * ld);
  const t0 = i32x4.shuffle(r0, r1, 0, 4, 1, 5);
  const t1 = i32x4.shuffle(r0, r1, 2, 6, 3, 7);
  const t2 = i32x4.shuffle(r2, r3, 0, 4, 1, 5);
  const t3 = i32x4.shuffle(r2, r3, 2, 6, 3, 7);
  v128.store(to, i32x4.shuffle(t0, t2, 0, 1, 4, 5));
  v128.store(to + step, i32x4.shuffle(t0, t2, 2, 3, 6, 7));
  v128.store(to + 2 * step, i32x4.shuffle(t1, t3, 0, 1, 4, 5));
  v128.store(to + 3 * step, i32x4.shuffle(t1, t3, 2, 3, 6, 7));
}

/** Panels of `width` (4 or 8) lines, from a matrix whose lines are rows: (lines, k), rows `ld` bytes apart. */
@inline
function packRows(width: i32, lines: i32, k: i32, from: usize, ld: usize, to: usize): void {
  const step = <usize>width << 2;
  for (let first = 0; first < lines; first += width) {
    const count = min(lines - first, width);
    let j = 0;
    if (count == width) {
      for (; j + 4 <= k; j += 4) {
        const at = from + (<usize>j << 2);
        transpose4(at, ld, to, step);
        if (width == 8) transpose4(at + 4 * ld, ld, to + 16, step);
        to += step << 2;
      }
    }
    for (; j < k; j++) {
      let at = from + (<usize>j << 2);
      for (let i = 0; i < width; i++) {
        store<f32>(to, i < count ? load<f32>(at) : 0);
        if (i < count) at += ld;
        to += 4;
      }
    }
    from += <usize>width * ld;
  }
}

/** Panels of `width` (4 or 8) lines, from a matrix whose lines are columns: (k, lines), rows `ld` bytes apart. */
@inline
function packColumns(width: i32, lines: i32, k: i32, from: usize, ld: usize, to: usize): void {
  const step = <usize>width << 2;
  const whole = lines / width;
  const rest = lines - whole * width;
  const panel = step * k;
  for (let first = 0; first < k; first += STRETCH) {
    const count = min(k - first, STRETCH);
    let into = to;
    for (let p = 0; p < whole; p++) {
      let at = from + <usize>p * step;
      for (let j = 0; j < count; j++) {
        v128.store(into, v128.load(at));
        if (width == 8) v128.store(into, v128.load(at, 16), 16);
        at += ld;
        into += step;
      }
      into += panel - step * count;
    }
    if (rest) {
      let at = from + <usize>whole * step;
      for (let j = 0; j < count; j++) {
        packRest(width, rest, at, into);
        at += ld;
        into += step;
      }
    }
    from += ld * count;
    to += step * count;
  }
}

@inline
function packRest(width: i32, rest: i32, at: usize, into: usize): void {
  if (width == 4) {
    v128.store(into, loadPart(at, rest));
    return;
  }
  v128.store(into, rest >= 4 ? v128.load(at) : loadPart(at, rest));
  v128.store(into, rest > 4 ? loadPart(at + 16, rest - 4) : zeros(), 16);
}

export function packARows(rows: i32, k: i32, from: usize, ld: usize, to: usize): void {
  packRows(ROWS, rows, k, from, ld, to);
}

export function packAColumns(rows: i32, k: i32, from: usize, ld: usize, to: usize): void {
  packColumns(ROWS, rows, k, from, ld, to);
}

export function packBRows(columns: i32, k: i32, from: usize, ld: usize, to: usize): void {
  packRows(COLS, columns, k, from, ld, to);
}

export function packBColumns(columns: i32, k: i32, from: usize, ld: usize, to: usize): void {
  packColumns(COLS, columns, k, from, ld, to);
}

/** Bytes of scratch that `multiply` needs. */
export function multiplyBytes(N: i32, K: i32): usize {
  const k = min(K, BLOCK_K);
  return EDGE_BYTES + panelsOfB(min(N, BLOCK_N), k) + panelsOfA(BLOCK_M, k);
}

/**
 * C: (M, N) ← A·B [+ bias]. A is (M, K), or (K, M) when `transA`; B is (K, N), or (N, K) when `transB`; lda and ldb
 * are the lengths of their rows in floats.
 */
export function multiply(
  M: i32, N: i32, K: i32, A: usize, lda: i32, transA: bool, B: usize, ldb: i32, transB: bool,
  C: usize, bias: usize, scratch: usize,
): void {
  const ra = <usize>lda << 2;
  const rb = <usize>ldb << 2;
  const ldc = <usize>N << 2;
  for (let n0 = 0; n0 < N; n0 += BLOCK_N) {
    const n = min(N - n0, BLOCK_N);
    for (let k0 = 0; k0 < K; k0 += BLOCK_K) {
      const k = min(K - k0, BLOCK_K);
      const panelsB = scratch + EDGE_BYTES;
      const panelsA = panelsB + panelsOfB(n, k);
      if (transB) packBRows(n, k, B + <usize>n0 * rb + (<usize>k0 << 2), rb, panelsB);
      else packBColumns(n, k, B + <usize>k0 * rb + (<usize>n0 << 2), rb, panelsB);
      const biasHere = bias && !k0 ? bias + (<usize>n0 << 2) : 0;
      for (let m0 = 0; m0 < M; m0 += BLOCK_M) {
        const m = min(M - m0, BLOCK_M);
        if (transA) packAColumns(m, k, A + <usize>k0 * ra + (<usize>m0 << 2), ra, panelsA);
        else packARows(m, k, A + <usize>m0 * ra + (<usize>k0 << 2), ra, panelsA);
        const at = C + <usize>m0 * ldc + (<usize>n0 << 2);
        block(m, n, k, panelsA, panelsB, at, ldc, biasHere, k0 > 0, scratch);
      }
    }
  }
}

/** All tiles of a block whose panels lie ready. */
function block(
  m: i32, n: i32, k: i32, panelsA: usize, panelsB: usize, C: usize, ldc: usize, bias: usize, add: bool, edge: usize,
): void {
  const panelA = <usize>k << 4;
  const panelB = <usize>k << 5;
  for (let j = 0; j < n; j += COLS) {
    const b = panelsB + <usize>(j / COLS) * panelB;
    const biasHere = bias ? bias + (<usize>j << 2) : 0;
    let a = panelsA;
    let c = C + (<usize>j << 2);
    for (let i = 0; i < m; i += ROWS) {
      anyTile(k, a, b, c, ldc, biasHere, add, m - i, n - j, edge);
      a += panelA;
      c += ldc << 2;
    }
  }
}
