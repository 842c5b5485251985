import { erf, exp, fma, loadPart, sigmoid, storePart } from './vec';

const RELU = 0;
const GELU = 1;
const GELU_TANH = 2;
const SILU = 3;

/** √(2/π) and 0.044715·√(2/π), doubled because tanh(u) = 2·sigmoid(2u) − 1. */
const TANH_A: f32 = 1.5957691216057308;
const TANH_B: f32 = 0.07135481627159587;
const SQRT_HALF: f32 = 0.7071067811865476;
/** 1/√(2π). */
const NORMAL: f32 = 0.3989422804014327;

@inline
function activate(kind: i32, x: v128): v128 {
  if (kind == GELU_TANH) {
    const u = f32x4.mul(x, fma(f32x4.mul(x, x), f32x4.splat(TANH_B), f32x4.splat(TANH_A)));
    return f32x4.mul(x, sigmoid(u));
  }
  if (kind == GELU) {
    const half = f32x4.mul(x, f32x4.splat(0.5));
    return fma(half, erf(f32x4.mul(x, f32x4.splat(SQRT_HALF))), half);
  }
  if (kind == SILU) return f32x4.mul(x, sigmoid(x));
  const positive = f32x4.max(x, f32x4.splat(0));
  return kind == RELU ? positive : f32x4.mul(positive, positive);
}

/** The derivative of the activation at x. */
@inline
function slope(kind: i32, x: v128): v128 {
  const one = f32x4.splat(1);
  if (kind == GELU_TANH) {
    const square = f32x4.mul(x, x);
    const s = sigmoid(f32x4.mul(x, fma(square, f32x4.splat(TANH_B), f32x4.splat(TANH_A))));
    const du = fma(square, f32x4.splat(3 * TANH_B), f32x4.splat(TANH_A));
    return fma(f32x4.mul(f32x4.mul(x, s), f32x4.sub(one, s)), du, s);
  }
  if (kind == GELU) {
    const cdf = fma(f32x4.splat(0.5), erf(f32x4.mul(x, f32x4.splat(SQRT_HALF))), f32x4.splat(0.5));
    const density = f32x4.mul(exp(f32x4.mul(f32x4.mul(x, x), f32x4.splat(-0.5))), f32x4.splat(NORMAL));
    return fma(x, density, cdf);
  }
  if (kind == SILU) {
    const s = sigmoid(x);
    return fma(f32x4.mul(x, s), f32x4.sub(one, s), s);
  }
  // (x > 0 ? 1 : 0), and NaN at NaN.
  const step = v128.or(v128.and(one, f32x4.gt(x, f32x4.splat(0))), f32x4.ne(x, x));
  return kind == RELU ? step : f32x4.mul(f32x4.mul(f32x4.add(x, x), one), step);
}

/** y ← activation(x), n elements. */
export function activation(kind: i32, n: i32, x: usize, y: usize): void {
  for (; n >= 4; n -= 4) {
    v128.store(y, activate(kind, v128.load(x)));
    x += 16;
    y += 16;
  }
  if (n) storePart(y, activate(kind, loadPart(x, n)), n);
}

/** dx ← dy · activation'(x). */
export function activationGrad(kind: i32, n: i32, x: usize, dy: usize, dx: usize): void {
  for (; n >= 4; n -= 4) {
    v128.store(dx, f32x4.mul(v128.load(dy), slope(kind, v128.load(x))));
    x += 16;
    dy += 16;
    dx += 16;
  }
  if (n) storePart(dx, f32x4.mul(loadPart(dy, n), slope(kind, loadPart(x, n))), n);
}

/** y ← activation(gate) · x. */
export function gated(kind: i32, n: i32, gate: usize, x: usize, y: usize): void {
  for (; n >= 4; n -= 4) {
    v128.store(y, f32x4.mul(activate(kind, v128.load(gate)), v128.load(x)));
    gate += 16;
    x += 16;
    y += 16;
  }
  if (n) storePart(y, f32x4.mul(activate(kind, loadPart(gate, n)), loadPart(x, n)), n);
}

/** dgate ← dy · x · activation'(gate), dx ← dy · activation(gate). */
export function gatedGrad(kind: i32, n: i32, gate: usize, x: usize, dy: usize, dgate: usize, dx: usize): void {
  for (; n > 0; n -= 4) {
    const whole = n >= 4;
    const g = whole ? v128.load(gate) : loadPart(gate, n);
    const d = whole ? v128.load(dy) : loadPart(dy, n);
    const toGate = f32x4.mul(f32x4.mul(d, whole ? v128.load(x) : loadPart(x, n)), slope(kind, g));
    const toX = f32x4.mul(d, activate(kind, g));
    if (whole) {
      v128.store(dgate, toGate);
      v128.store(dx, toX);
    } else {
      storePart(dgate, toGate, n);
      storePart(dx, toX, n);
    }
    gate += 16;
    x += 16;
    dy += 16;
    dgate += 16;
    dx += 16;
  }
}

/** y ← a + b, n elements. */
export function add(n: i32, a: usize, b: usize, y: usize): void {
  for (; n >= 4; n -= 4) {
    v128.store(y, f32x4.add(v128.load(a), v128.load(b)));
    a += 16;
    b += 16;
    y += 16;
  }
  if (n) storePart(y, f32x4.add(loadPart(a, n), loadPart(b, n)), n);
}

/** y: (M, n) ← a: (M, n) + b: (n) in every row. */
export function addRows(M: i32, n: i32, a: usize, b: usize, y: usize): void {
  const row = <usize>n << 2;
  for (let m = 0; m < M; m++) {
    add(n, a, b, y);
    a += row;
    y += row;
  }
}
