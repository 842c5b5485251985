import {
  alibi, d_k, dropoutKey, firstExample, firstKey, keepBelow, keepFactor, lastKey, n_heads, padding, positionOf,
  rowLength, S, scale, T,
} from './attentionShape';
import { maxOf } from './crossEntropy';
import { exampleKey, keepLanes } from './random';
import { tile } from './tile';
import { exp, firstLanes, fma, loadPart, storePart, sumLanes, zeros } from './vec';

/**
 * block: (count, S) ← left·rightᵀ for the queries from `start` on, only the 4 × 8 tiles in which some query sees some
 * key. left: rows of `depth` floats, `leftRow` bytes apart · right: panels of keys.
 */
export function scoreTiles(
  start: i32, count: i32, depth: i32, left: usize, leftRow: usize, right: usize, block: usize,
): void {
  const row = <usize>rowLength() << 2;
  for (let i = 0; i < count; i += 4) {
    const last = lastKey(min(start + i + 3, T - 1));
    for (let j = firstKey(start + i) & ~7; j < last; j += 8) {
      const keys = right + (<usize>j * depth << 2);
      tile(depth, left, leftRow, 4, count - i, keys, block + (<usize>j << 2), row, 0, false);
    }
    left += leftRow << 2;
    block += row << 2;
  }
}

/** eˣ, and exactly 0 below −87. */
@inline
function expOrZero(x: v128): v128 {
  return v128.andnot(exp(x), f32x4.lt(x, f32x4.splat(-87)));
}

/** Whether the scores need `biasRow` first. */
@inline
function hasBias(): bool {
  return alibi || padding != 0 || scale < 0;
}

/** 2^(−8(h+1)/n_heads). @see Press et al. 2022, §3 */
@inline
function alibiSlope(h: i32): f32 {
  const power: f32 = -5.545177444479562 * <f32>(h + 1);
  return f32x4.extract_lane(exp(f32x4.splat(power / <f32>n_heads)), 0);
}

/** s[first … last) ← s·scale − slope·distance, −∞ at padded keys. Answers whether any key is left. */
function biasRow(row: usize, i: i32, h: i32, b: i32): bool {
  const slope: f32 = alibi ? alibiSlope(h) : 0;
  const real = padding ? padding + (<usize>b * S << 2) : 0;
  const position = positionOf(i);
  const last = lastKey(i);
  let any = false;
  for (let j = firstKey(i); j < last; j++) {
    const at = <usize>j << 2;
    if (real && load<f32>(real + at) == 0) {
      store<f32>(row + at, -Infinity);
    } else {
      store<f32>(row + at, load<f32>(row + at) * scale - slope * <f32>abs(position - j));
      any = true;
    }
  }
  return any;
}

/**
 * row[first … last) ← softmax of the scores; stats: (2) ← the largest score and 1/Σ eˣ⁻ˡᵃʳᵍᵉˢᵗ, or 0 and 0 (and zeros) when
 * there is no key to see.
 */
export function softmaxRow(row: usize, i: i32, h: i32, b: i32, stats: usize): void {
  const first = firstKey(i);
  const count = lastKey(i) - first;
  store<u64>(stats, 0);
  if (count <= 0) return;
  const start = row + (<usize>first << 2);
  const biased = hasBias();
  if (biased && !biasRow(row, i, h, b)) {
    memory.fill(start, 0, <usize>count << 2);
    return;
  }
  const factor: f32 = biased ? 1 : scale;
  const largest = maxOf(start, count) * factor;
  const stretch = f32x4.splat(factor);
  const shift = f32x4.splat(-largest);
  let sum = zeros();
  let at = start;
  let n = count;
  for (; n >= 4; n -= 4) {
    const e = expOrZero(fma(v128.load(at), stretch, shift));
    v128.store(at, e);
    sum = f32x4.add(sum, e);
    at += 16;
  }
  if (n) {
    const e = firstLanes(expOrZero(fma(loadPart(at, n), stretch, shift)), n);
    storePart(at, e, n);
    sum = f32x4.add(sum, e);
  }
  const inverse: f32 = 1 / sumLanes(sum);
  scaleRow(start, count, inverse);
  store<f32>(stats, largest);
  store<f32>(stats, inverse, 4);
}

function scaleRow(at: usize, n: i32, factor: f32): void {
  const by = f32x4.splat(factor);
  for (; n >= 4; n -= 4) {
    v128.store(at, f32x4.mul(v128.load(at), by));
    at += 16;
  }
  if (n) storePart(at, f32x4.mul(loadPart(at, n), by), n);
}

@inline
function patternIndex(h: i32, i: i32, j: i32): u32 {
  return (h * T + i) * S + j;
}

/** Keyed dropout on a row of the pattern. */
export function dropRow(row: usize, i: i32, h: i32, b: i32): void {
  const own = exampleKey(dropoutKey, firstExample + b);
  const last = lastKey(i);
  for (let j = firstKey(i); j < last; j += 4) {
    const keep = keepLanes(own, patternIndex(h, i, j), keepBelow, keepFactor);
    const at = row + (<usize>j << 2);
    if (last - j >= 4) v128.store(at, f32x4.mul(v128.load(at), keep));
    else storePart(at, f32x4.mul(loadPart(at, last - j), keep), last - j);
  }
}

/**
 * row ← the pattern again (after dropout), grad ← the gradient of q·k. On entry row holds q·k and grad the gradient of
 * the pattern after dropout; stats: what `softmaxRow` kept of the row · delta: Σ output · its gradient.
 */
export function gradRow(row: usize, grad: usize, i: i32, h: i32, b: i32, stats: usize, delta: f32): void {
  const biased = hasBias();
  if (biased) biasRow(row, i, h, b);
  const stretch = f32x4.splat(biased ? 1 : scale);
  const shift = f32x4.neg(v128.load_splat<f32>(stats));
  const inverse = v128.load_splat<f32>(stats, 4);
  const drift = f32x4.splat(delta);
  const outer = f32x4.splat(scale);
  const own = keepBelow ? exampleKey(dropoutKey, firstExample + b) : 0;
  const last = lastKey(i);
  for (let j = firstKey(i); j < last; j += 4) {
    const n = last - j;
    const at = <usize>j << 2;
    const s = n >= 4 ? v128.load(row + at) : loadPart(row + at, n);
    let d = n >= 4 ? v128.load(grad + at) : loadPart(grad + at, n);
    const p = f32x4.mul(expOrZero(fma(s, stretch, shift)), inverse);
    let kept = p;
    if (keepBelow) {
      const keep = keepLanes(own, patternIndex(h, i, j), keepBelow, keepFactor);
      kept = f32x4.mul(p, keep);
      d = f32x4.mul(d, keep);
    }
    d = f32x4.mul(f32x4.mul(p, f32x4.sub(d, drift)), outer);
    if (n >= 4) {
      v128.store(row + at, kept);
      v128.store(grad + at, d);
    } else {
      storePart(row + at, kept, n);
      storePart(grad + at, d, n);
    }
  }
}

/** Few floats, for which memory.fill is too dear a call. */
@inline
function clear(at: usize, end: usize): void {
  for (; at < end; at += 4) store<f32>(at, 0);
}

/** Zeros in the 4 rows from query `start` + i on where some tile of 4 keys reads but the query does not see. */
export function clearUnseen(start: i32, i: i32, count: i32, block: usize): void {
  const row = <usize>rowLength() << 2;
  const end = min(i + 4, count);
  const from = firstKey(start + i) & ~3;
  const to = (lastKey(start + end - 1) + 3) & ~3;
  for (let r = i; r < end; r++) {
    const line = block + <usize>r * row;
    const first = min(firstKey(start + r), to);
    const last = max(lastKey(start + r), from);
    clear(line + (<usize>from << 2), line + (<usize>first << 2));
    clear(line + (<usize>last << 2), line + (<usize>to << 2));
  }
}

/** Σ a·b over n floats. */
export function dot(n: i32, a: usize, b: usize): f32 {
  let sum = zeros();
  for (; n >= 4; n -= 4) {
    sum = fma(v128.load(a), v128.load(b), sum);
    a += 16;
    b += 16;
  }
  if (n) sum = fma(loadPart(a, n), loadPart(b, n), sum);
  return sumLanes(sum);
}
