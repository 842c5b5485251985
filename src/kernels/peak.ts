import { fma, sumLanes } from './vec';

/**
 * Ten independent chains of `rounds` multiply-adds by `factor` and `term`, 80 floating-point operations a round: what this
 * machine can do at most. (V8 13 computes constants anew in every round.)
 */
export function peak(rounds: i32, factor: f32, term: f32): f32 {
  let a = f32x4.splat(1), b = f32x4.splat(2), c = f32x4.splat(3), d = f32x4.splat(4), e = f32x4.splat(5);
  let f = f32x4.splat(6), g = f32x4.splat(7), h = f32x4.splat(8), i = f32x4.splat(9), j = f32x4.splat(10);
  const x = f32x4.splat(factor);
  const y = f32x4.splat(term);
  for (let r = 0; r < rounds; r++) {
    a = fma(a, x, y);
    b = fma(b, x, y);
    c = fma(c, x, y);
    d = fma(d, x, y);
    e = fma(e, x, y);
    f = fma(f, x, y);
    g = fma(g, x, y);
    h = fma(h, x, y);
    i = fma(i, x, y);
    j = fma(j, x, y);
  }
  const low = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), e);
  return sumLanes(f32x4.add(low, f32x4.add(f32x4.add(f32x4.add(f, g), f32x4.add(h, i)), j)));
}
