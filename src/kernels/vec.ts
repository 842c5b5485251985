/** Four float32 at once: what the SIMD instructions lack. */

@inline
export function zeros(): v128 {
  return f32x4.splat(0);
}

/** a·b + c; one rounding where relaxed SIMD is enabled, else two. */
@inline
export function fma(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** The first `count` (1, 2 or 3) floats at p, the other lanes 0; reads nothing beyond them. */
@inline
export function loadPart(p: usize, count: i32): v128 {
  if (count == 1) return v128.load32_zero(p);
  const low = v128.load64_zero(p);
  return count == 2 ? low : v128.load_lane<f32>(p, low, 2, 8);
}

/** Writes the first `count` (1, 2 or 3) lanes. */
@inline
export function storePart(p: usize, v: v128, count: i32): void {
  if (count == 1) {
    v128.store_lane<f32>(p, v, 0);
    return;
  }
  v128.store_lane<u64>(p, v, 0);
  if (count == 3) v128.store_lane<f32>(p, v, 2, 8);
}

/** v with the lanes from `count` on set to 0. */
@inline
export function firstLanes(v: v128, count: i32): v128 {
  return v128.and(v, i32x4.gt_s(i32x4.splat(count), i32x4(0, 1, 2, 3)));
}

@inline
export function sumLanes(v: v128): f32 {
  const pairs = f32x4.add(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

/** The largest lane; NaN when one is NaN. */
@inline
export function maxLane(v: v128): f32 {
  const pairs = f32x4.max(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return max(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1));
}

/**
 * eˣ within 2 ulp for −87 ≤ x ≤ 88, clamped outside. NaN stays NaN: the order of pmax's and pmin's arguments sees to
 * it.
 * @see Cephes, expf: 2ⁿ · eʳ with |r| ≤ ln2 / 2
 */
@inline
export function exp(x: v128): v128 {
  const y = f32x4.pmin(f32x4.pmax(x, f32x4.splat(-87)), f32x4.splat(88));
  // Adding 1.5·2²³ leaves round(x / ln2) in the low bits.
  const t = fma(y, f32x4.splat(1.44269504), f32x4.splat(12582912));
  const n = f32x4.sub(t, f32x4.splat(12582912));
  const r = fma(n, f32x4.splat(2.1219444e-4), fma(n, f32x4.splat(-0.693359375), y));
  let p = fma(f32x4.splat(1.98756915e-4), r, f32x4.splat(1.39819995e-3));
  p = fma(p, r, f32x4.splat(8.3334519e-3));
  p = fma(p, r, f32x4.splat(4.16657959e-2));
  p = fma(p, r, f32x4.splat(1.66666655e-1));
  p = fma(p, r, f32x4.splat(5.00000012e-1));
  p = fma(p, f32x4.mul(r, r), f32x4.add(r, f32x4.splat(1)));
  return f32x4.mul(p, i32x4.add(i32x4.shl(t, 23), i32x4.splat(0x3f800000)));
}

/** 1 / (1 + e⁻ˣ). */
@inline
export function sigmoid(x: v128): v128 {
  const one = f32x4.splat(1);
  return f32x4.div(one, f32x4.add(one, exp(f32x4.neg(x))));
}

/**
 * The error function, within 4 ulp.
 * @see Eigen, generic_fast_erf_float: a ratio of polynomials on |x| ≤ 4
 */
@inline
export function erf(x: v128): v128 {
  const y = f32x4.pmin(f32x4.pmax(x, f32x4.splat(-4)), f32x4.splat(4));
  const s = f32x4.mul(y, y);
  let p = fma(f32x4.splat(-2.72614225801306e-10), s, f32x4.splat(2.77068142495902e-8));
  p = fma(p, s, f32x4.splat(-2.10102402082508e-6));
  p = fma(p, s, f32x4.splat(-5.69250639462346e-5));
  p = fma(p, s, f32x4.splat(-7.34990630326855e-4));
  p = fma(p, s, f32x4.splat(-2.95459980854025e-3));
  p = fma(p, s, f32x4.splat(-1.60960333262415e-2));
  let q = fma(f32x4.splat(-1.45660718464996e-5), s, f32x4.splat(-2.13374055278905e-4));
  q = fma(q, s, f32x4.splat(-1.68282697438203e-3));
  q = fma(q, s, f32x4.splat(-7.37332916720468e-3));
  q = fma(q, s, f32x4.splat(-1.42647390514189e-2));
  return f32x4.div(f32x4.mul(y, p), q);
}

/** Natural logarithm in float64 (AssemblyScript's own keeps a table in memory that is not ours). */
export function logOf(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? -Infinity : NaN;
  if (x == Infinity) return x;
  const bits = reinterpret<u64>(x);
  let e = <i32>((bits >> 52) & 0x7ff) - 1023;
  let m = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    e += 1;
  }
  const s = (m - 1) / (m + 1);
  const q = s * s;
  // 2·artanh(s) as a series: 1/3, 1/5, 1/7, …
  let series: f64 = 0.05263157894736842;
  series = series * q + 0.058823529411764705;
  series = series * q + 0.06666666666666667;
  series = series * q + 0.07692307692307693;
  series = series * q + 0.09090909090909091;
  series = series * q + 0.1111111111111111;
  series = series * q + 0.14285714285714285;
  series = series * q + 0.2;
  series = series * q + 0.3333333333333333;
  return <f64>e * 0.6931471805599453 + 2 * s * (1 + series * q);
}
