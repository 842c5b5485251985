import { multiply } from './gemm';
import { fma, loadPart, storePart, zeros } from './vec';

/** Fewer rows than this are multiplied row by row, without copying the weights into panels. */
const FEW_ROWS = 4;

/** y: (M, N) ← x·W [+ b]. x: (M, K) · W: (K, N) · b: (N) or 0. */
export function linear(M: i32, N: i32, K: i32, x: usize, W: usize, b: usize, y: usize, scratch: usize): void {
  if (M >= FEW_ROWS) {
    multiply(M, N, K, x, K, false, W, N, false, y, b, scratch);
    return;
  }
  for (let m = 0; m < M; m++) rowTimes(N, K, x + (<usize>m * K << 2), W, b, y + (<usize>m * N << 2));
}

/** y: (N) ← x·W [+ b], 16 columns at a time. */
function rowTimes(N: i32, K: i32, x: usize, W: usize, b: usize, y: usize): void {
  const row = <usize>N << 2;
  const end = x + (<usize>K << 2);
  let n = 0;
  for (; n + 16 <= N; n += 16) {
    let y0 = b ? v128.load(b) : zeros();
    let y1 = b ? v128.load(b, 16) : zeros();
    let y2 = b ? v128.load(b, 32) : zeros();
    let y3 = b ? v128.load(b, 48) : zeros();
    let w = W;
    for (let p = x; p != end; p += 4) {
      const a = v128.load_splat<f32>(p);
      y0 = fma(a, v128.load(w), y0);
      y1 = fma(a, v128.load(w, 16), y1);
      y2 = fma(a, v128.load(w, 32), y2);
      y3 = fma(a, v128.load(w, 48), y3);
      w += row;
    }
    v128.store(y, y0);
    v128.store(y, y1, 16);
    v128.store(y, y2, 32);
    v128.store(y, y3, 48);
    W += 64;
    y += 64;
    if (b) b += 64;
  }
  for (; n < N; n += 4) {
    const count = min(N - n, 4);
    let sum = zeros();
    if (b) sum = count == 4 ? v128.load(b) : loadPart(b, count);
    let w = W;
    for (let p = x; p != end; p += 4) {
      sum = fma(v128.load_splat<f32>(p), count == 4 ? v128.load(w) : loadPart(w, count), sum);
      w += row;
    }
    if (count == 4) v128.store(y, sum);
    else storePart(y, sum, count);
    W += 16;
    y += 16;
    if (b) b += 16;
  }
}

/** dx: (M, K) ← dy·Wᵀ. */
export function linearGradX(M: i32, N: i32, K: i32, dy: usize, W: usize, dx: usize, scratch: usize): void {
  multiply(M, K, N, dy, N, false, W, N, true, dx, 0, scratch);
}

/** dW: (K, N) ← xᵀ·dy. */
export function linearGradW(M: i32, N: i32, K: i32, x: usize, dy: usize, dW: usize, scratch: usize): void {
  multiply(K, N, M, x, K, true, dy, N, false, dW, 0, scratch);
}

/** y: (M, N) ← x·Wᵀ. x: (M, K) · W: (N, K). Its gradients are linear and linearGradW with the roles changed. */
export function linearTransposed(M: i32, N: i32, K: i32, x: usize, W: usize, y: usize, scratch: usize): void {
  multiply(M, N, K, x, K, false, W, K, true, y, 0, scratch);
}

/** out: (N) ← the sum of the rows of x: (M, N). */
export function sumRows(M: i32, N: i32, x: usize, out: usize): void {
  const row = <usize>N << 2;
  memory.fill(out, 0, row);
  for (let m = 0; m < M; m++) {
    let at = out;
    let n = N;
    for (; n >= 4; n -= 4) {
      v128.store(at, f32x4.add(v128.load(at), v128.load(x)));
      at += 16;
      x += 16;
    }
    if (n) storePart(at, f32x4.add(loadPart(at, n), loadPart(x, n)), n);
    x += <usize>n << 2;
  }
}
