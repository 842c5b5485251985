import { put4 } from './tile';
import { fma, zeros } from './vec';

export const WIDE_ROWS = 8;

/**
 * As `tile` for 8 × 8 of C. It needs 16 sums of 4 numbers: more than there are registers, unless V8 makes 8 sums of 8
 * numbers of them, which then keep a processor busier than the 4 of the small tile.
 */
export function wideTile(
  k: i32, a: usize, rowStep: usize, kStep: usize, b: usize, c: usize, ldc: usize, bias: usize, add: bool,
): void {
  let c00 = zeros(), c01 = zeros(), c10 = zeros(), c11 = zeros(), c20 = zeros(), c21 = zeros();
  let c30 = zeros(), c31 = zeros(), c40 = zeros(), c41 = zeros(), c50 = zeros(), c51 = zeros();
  let c60 = zeros(), c61 = zeros(), c70 = zeros(), c71 = zeros();
  let r1 = a + rowStep, r2 = r1 + rowStep, r3 = r2 + rowStep, r4 = r3 + rowStep;
  let r5 = r4 + rowStep, r6 = r5 + rowStep, r7 = r6 + rowStep;
  const end = b + (<usize>k << 5);
  while (b != end) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
    const a0 = v128.load_splat<f32>(a), a1 = v128.load_splat<f32>(r1);
    c00 = fma(a0, b0, c00);
    c01 = fma(a0, b1, c01);
    c10 = fma(a1, b0, c10);
    c11 = fma(a1, b1, c11);
    const a2 = v128.load_splat<f32>(r2), a3 = v128.load_splat<f32>(r3);
    c20 = fma(a2, b0, c20);
    c21 = fma(a2, b1, c21);
    c30 = fma(a3, b0, c30);
    c31 = fma(a3, b1, c31);
    const a4 = v128.load_splat<f32>(r4), a5 = v128.load_splat<f32>(r5);
    c40 = fma(a4, b0, c40);
    c41 = fma(a4, b1, c41);
    c50 = fma(a5, b0, c50);
    c51 = fma(a5, b1, c51);
    const a6 = v128.load_splat<f32>(r6), a7 = v128.load_splat<f32>(r7);
    c60 = fma(a6, b0, c60);
    c61 = fma(a6, b1, c61);
    c70 = fma(a7, b0, c70);
    c71 = fma(a7, b1, c71);
    a += kStep, r1 += kStep, r2 += kStep, r3 += kStep;
    r4 += kStep, r5 += kStep, r6 += kStep, r7 += kStep;
    b += 32;
  }
  put4(c, ldc, c00, c01, c10, c11, c20, c21, c30, c31, bias, add);
  put4(c + 4 * ldc, ldc, c40, c41, c50, c51, c60, c61, c70, c71, bias, add);
}
