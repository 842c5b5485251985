/** 2³² divided by the golden ratio. */
const GOLDEN: u32 = 0x9e3779b9;

/** MurmurHash3's finalizer, the same as shared/tensor/random.ts › mix32. */
@inline
function mix(h: u32): u32 {
  h = (h ^ (h >> 16)) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  return h ^ (h >> 16);
}

@inline
function mixLanes(h: v128): v128 {
  let v = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 16)), i32x4.splat(0x85ebca6b));
  v = i32x4.mul(v128.xor(v, i32x4.shr_u(v, 13)), i32x4.splat(0xc2b2ae35));
  return v128.xor(v, i32x4.shr_u(v, 16));
}

@inline
export function exampleKey(key: u32, example: u32): u32 {
  return mix(key ^ ((example + 1) * GOLDEN));
}

/** What the elements index … index + 3 of an example are multiplied by: `factor` where kept, else 0. */
@inline
export function keepLanes(exampleKey: u32, index: u32, threshold: u32, factor: f32): v128 {
  const indices = i32x4.add(i32x4.splat(index), i32x4(0, 1, 2, 3));
  const bits = mixLanes(v128.xor(i32x4.splat(exampleKey), i32x4.mul(indices, i32x4.splat(GOLDEN))));
  // Unsigned comparison, as a signed one of numbers shifted by 2³¹.
  const sign = i32x4.splat(0x80000000);
  const kept = i32x4.lt_s(v128.xor(bits, sign), v128.xor(i32x4.splat(threshold), sign));
  return v128.and(kept, f32x4.splat(factor));
}
