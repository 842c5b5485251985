import { firstLanes, fma, loadPart, storePart, sumLanes, zeros } from './vec';

@inline
function loadUpTo4(p: usize, count: i32): v128 {
  return count >= 4 ? v128.load(p) : loadPart(p, count);
}

@inline
function storeUpTo4(p: usize, v: v128, count: i32): void {
  if (count >= 4) v128.store(p, v);
  else storePart(p, v, count);
}

/** Mean of d floats. */
@inline
function meanOf(x: usize, d: i32): f32 {
  let sum = zeros();
  let n = d;
  for (; n >= 4; n -= 4) {
    sum = f32x4.add(sum, v128.load(x));
    x += 16;
  }
  if (n) sum = f32x4.add(sum, loadPart(x, n));
  return sumLanes(sum) / <f32>d;
}

/** 1/√(mean of (x − mean)² + eps). */
@inline
function inverseDeviation(x: usize, d: i32, mean: f32, eps: f32): f32 {
  const centre = f32x4.splat(mean);
  let sum = zeros();
  let n = d;
  for (; n >= 4; n -= 4) {
    const c = f32x4.sub(v128.load(x), centre);
    sum = fma(c, c, sum);
    x += 16;
  }
  if (n) {
    const c = firstLanes(f32x4.sub(loadPart(x, n), centre), n);
    sum = fma(c, c, sum);
  }
  return <f32>1 / sqrt<f32>(sumLanes(sum) / <f32>d + eps);
}

/**
 * y: (M, d) ← (x − mean) / √(variance + eps) · gain + bias; gain, bias: (d) or 0. stats: (M, 2) keeps mean and 1/√… .
 * Without `centred` the mean is taken as 0 (RMSNorm).
 */
export function norm(
  M: i32, d: i32, centred: bool, eps: f32, x: usize, gain: usize, bias: usize, y: usize, stats: usize,
): void {
  for (let m = 0; m < M; m++) {
    const mean: f32 = centred ? meanOf(x, d) : 0;
    const inverse = inverseDeviation(x, d, mean, eps);
    store<f32>(stats, mean);
    store<f32>(stats, inverse, 4);
    stats += 8;
    const centre = f32x4.splat(mean);
    const scale = f32x4.splat(inverse);
    let at: usize = 0;
    for (let n = d; n > 0; n -= 4) {
      let v = f32x4.mul(f32x4.sub(loadUpTo4(x + at, n), centre), scale);
      if (gain) v = f32x4.mul(v, loadUpTo4(gain + at, n));
      if (bias) v = f32x4.add(v, loadUpTo4(bias + at, n));
      storeUpTo4(y + at, v, n);
      at += 16;
    }
    x += <usize>d << 2;
    y += <usize>d << 2;
  }
}

/** dx: (M, d) ← the gradient of `norm` with respect to x. */
export function normGradX(
  M: i32, d: i32, centred: bool, x: usize, gain: usize, stats: usize, dy: usize, dx: usize,
): void {
  for (let m = 0; m < M; m++) {
    const centre = v128.load_splat<f32>(stats);
    const scale = v128.load_splat<f32>(stats, 4);
    stats += 8;
    let sum = zeros();
    let dot = zeros();
    let at: usize = 0;
    for (let n = d; n > 0; n -= 4) {
      // The lanes beyond the row are 0 in g, so that they add nothing.
      let g = loadUpTo4(dy + at, n);
      if (gain) g = f32x4.mul(g, loadUpTo4(gain + at, n));
      const v = f32x4.mul(f32x4.sub(loadUpTo4(x + at, n), centre), scale);
      sum = f32x4.add(sum, g);
      dot = fma(g, v, dot);
      at += 16;
    }
    const a = f32x4.splat(centred ? sumLanes(sum) / <f32>d : 0);
    const b = f32x4.splat(sumLanes(dot) / <f32>d);
    at = 0;
    for (let n = d; n > 0; n -= 4) {
      let g = loadUpTo4(dy + at, n);
      if (gain) g = f32x4.mul(g, loadUpTo4(gain + at, n));
      const v = f32x4.mul(f32x4.sub(loadUpTo4(x + at, n), centre), scale);
      storeUpTo4(dx + at, f32x4.mul(f32x4.sub(f32x4.sub(g, a), f32x4.mul(v, b)), scale), n);
      at += 16;
    }
    x += <usize>d << 2;
    dy += <usize>d << 2;
    dx += <usize>d << 2;
  }
}

/** dgain: (d) ← Σ dy · (x − mean) / √… over the rows. */
export function normGradGain(M: i32, d: i32, x: usize, stats: usize, dy: usize, dgain: usize): void {
  memory.fill(dgain, 0, <usize>d << 2);
  for (let m = 0; m < M; m++) {
    const centre = v128.load_splat<f32>(stats);
    const scale = v128.load_splat<f32>(stats, 4);
    stats += 8;
    let at: usize = 0;
    for (let n = d; n > 0; n -= 4) {
      const v = f32x4.mul(f32x4.sub(loadUpTo4(x + at, n), centre), scale);
      storeUpTo4(dgain + at, fma(loadUpTo4(dy + at, n), v, loadUpTo4(dgain + at, n)), n);
      at += 16;
    }
    x += <usize>d << 2;
    dy += <usize>d << 2;
  }
}
