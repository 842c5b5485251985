import { exp, firstLanes, loadPart, logOf, maxLane, storePart, sumLanes, zeros } from './vec';

/** The largest of n floats that are numbers: a NaN among them shows in the sum that follows. */
export function maxOf(x: usize, n: i32): f32 {
  let largest = f32x4.splat(-Infinity);
  for (; n >= 4; n -= 4) {
    largest = f32x4.pmax(largest, v128.load(x));
    x += 16;
  }
  let result = maxLane(largest);
  for (; n > 0; n--) {
    const value = load<f32>(x);
    if (value > result) result = value;
    x += 4;
  }
  return result;
}

function sumOf(x: usize, n: i32): f64 {
  let sum: f64 = 0;
  for (; n > 0; n--) {
    sum += load<f32>(x);
    x += 4;
  }
  return sum;
}

/** log Σ eˣ of n floats. */
function logSumExp(x: usize, n: i32): f64 {
  const largest = maxOf(x, n);
  const shift = f32x4.splat(largest);
  let sum = zeros();
  for (; n >= 4; n -= 4) {
    sum = f32x4.add(sum, exp(f32x4.sub(v128.load(x), shift)));
    x += 16;
  }
  if (n) sum = f32x4.add(sum, firstLanes(exp(f32x4.sub(loadPart(x, n), shift)), n));
  return <f64>largest + logOf(<f64>sumLanes(sum));
}

/**
 * loss: scalar ← Σ −log p of the targets (mixed with the uniform distribution by `smoothing`) / count; count 0 = the
 * number of targets that are not −1. logits: (M, n_vocab) · targets: (M) · stats: (M + 1) keeps log Σ eˣ of each row
 * and 1/count.
 */
export function crossEntropy(
  M: i32, n_vocab: i32, logits: usize, targets: usize, smoothing: f64, count: f64, loss: usize, stats: usize,
): void {
  const row = <usize>n_vocab << 2;
  let total: f64 = 0;
  let counted: f64 = 0;
  for (let m = 0; m < M; m++) {
    const target = load<i32>(targets + (<usize>m << 2));
    if (target >= 0) {
      const lse = logSumExp(logits, n_vocab);
      store<f32>(stats + (<usize>m << 2), <f32>lse);
      const own: f64 = target < n_vocab ? load<f32>(logits + (<usize>target << 2)) : 0;
      total += lse - (1 - smoothing) * own;
      if (smoothing != 0) total -= (smoothing / <f64>n_vocab) * sumOf(logits, n_vocab);
      counted += 1;
    }
    logits += row;
  }
  const inverse = 1 / (count > 0 ? count : max(counted, 1));
  store<f32>(loss, <f32>(total * inverse));
  store<f32>(stats + (<usize>M << 2), <f32>inverse);
}

/** dlogits: (M, n_vocab) ← dloss · (softmax(logits) − target) / count. */
export function crossEntropyGrad(
  M: i32, n_vocab: i32, logits: usize, targets: usize, smoothing: f32, stats: usize, dloss: usize, dlogits: usize,
): void {
  const row = <usize>n_vocab << 2;
  const scale = load<f32>(dloss) * load<f32>(stats + (<usize>M << 2));
  const factor = f32x4.splat(scale);
  const uniform = f32x4.splat(smoothing / <f32>n_vocab);
  for (let m = 0; m < M; m++) {
    const target = load<i32>(targets + (<usize>m << 2));
    if (target < 0) {
      memory.fill(dlogits, 0, row);
    } else {
      const lse = v128.load_splat<f32>(stats + (<usize>m << 2));
      let at: usize = 0;
      let n = n_vocab;
      for (; n >= 4; n -= 4) {
        const p = exp(f32x4.sub(v128.load(logits + at), lse));
        v128.store(dlogits + at, f32x4.mul(f32x4.sub(p, uniform), factor));
        at += 16;
      }
      if (n) {
        const p = exp(f32x4.sub(loadPart(logits + at, n), lse));
        storePart(dlogits + at, f32x4.mul(f32x4.sub(p, uniform), factor), n);
      }
      const own = dlogits + (<usize>target << 2);
      if (target < n_vocab) store<f32>(own, load<f32>(own) - (1 - smoothing) * scale);
    }
    logits += row;
    dlogits += row;
  }
}
