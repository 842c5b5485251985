import { fma, loadPart, storePart } from './vec';

/** Σ x² of n floats, in float64. */
export function sumOfSquares(n: i32, x: usize): f64 {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (; n > 0; n -= 4) {
    const v = n >= 4 ? v128.load(x) : loadPart(x, n);
    const a = f64x2.promote_low_f32x4(v);
    const b = f64x2.promote_low_f32x4(i32x4.shuffle(v, v, 2, 3, 0, 1));
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
    x += 16;
  }
  const sum = f64x2.add(low, high);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Whether none of n floats is NaN or infinite: x − x is 0 only for those. */
export function allFinite(n: i32, x: usize): bool {
  let wrong = f32x4.splat(0);
  for (; n > 0; n -= 4) {
    const v = n >= 4 ? v128.load(x) : loadPart(x, n);
    wrong = v128.or(wrong, f32x4.ne(f32x4.sub(v, v), f32x4.splat(0)));
    x += 16;
  }
  return !v128.any_true(wrong);
}

/**
 * One AdamW update in place of n weights. keep = 1 − lr·weightDecay, rate = lr / (1 − beta1ᵗ), unbias = 1 / (1 −
 * beta2ᵗ).
 * @see Loshchilov and Hutter 2019, algorithm 2
 */
export function adamW(
  n: i32, weight: usize, m: usize, v: usize, gradient: usize,
  gradientScale: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, eps: f32, keep: f32, rate: f32, unbias: f32,
): void {
  for (; n > 0; n -= 4) {
    const whole = n >= 4;
    let g = whole ? v128.load(gradient) : loadPart(gradient, n);
    let mean = whole ? v128.load(m) : loadPart(m, n);
    let square = whole ? v128.load(v) : loadPart(v, n);
    let w = whole ? v128.load(weight) : loadPart(weight, n);
    g = f32x4.mul(g, f32x4.splat(gradientScale));
    mean = fma(mean, f32x4.splat(beta1), f32x4.mul(g, f32x4.splat(rest1)));
    square = fma(square, f32x4.splat(beta2), f32x4.mul(f32x4.mul(g, g), f32x4.splat(rest2)));
    const root = f32x4.sqrt(f32x4.mul(square, f32x4.splat(unbias)));
    const move = f32x4.div(f32x4.mul(mean, f32x4.splat(rate)), f32x4.add(root, f32x4.splat(eps)));
    w = f32x4.sub(f32x4.mul(w, f32x4.splat(keep)), move);
    if (whole) {
      v128.store(m, mean);
      v128.store(v, square);
      v128.store(weight, w);
    } else {
      storePart(m, mean, n);
      storePart(v, square, n);
      storePart(weight, w, n);
    }
    weight += 16;
    m += 16;
    v += 16;
    gradient += 16;
  }
}

/**
 * velocity ← momentum·velocity + gradient; weight ← weight·keep − lr·velocity. velocity 0 = none, the gradient itself.
 */
export function sgd(
  n: i32, weight: usize, velocity: usize, gradient: usize, gradientScale: f32, momentum: f32, keep: f32, lr: f32,
): void {
  for (; n > 0; n -= 4) {
    const whole = n >= 4;
    let move = f32x4.mul(whole ? v128.load(gradient) : loadPart(gradient, n), f32x4.splat(gradientScale));
    if (velocity) {
      move = fma(whole ? v128.load(velocity) : loadPart(velocity, n), f32x4.splat(momentum), move);
      if (whole) v128.store(velocity, move);
      else storePart(velocity, move, n);
      velocity += 16;
    }
    const w = whole ? v128.load(weight) : loadPart(weight, n);
    const next = f32x4.sub(f32x4.mul(w, f32x4.splat(keep)), f32x4.mul(move, f32x4.splat(lr)));
    if (whole) v128.store(weight, next);
    else storePart(weight, next, n);
    weight += 16;
    gradient += 16;
  }
}
