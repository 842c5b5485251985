import { exampleKey, keepLanes } from './random';
import { loadPart, storePart } from './vec';

/** y ← x · (factor where kept, else 0); B examples of n elements. Its own gradient. */
export function dropout(
  B: i32, n: i32, x: usize, y: usize, key: u32, firstExample: u32, threshold: u32, factor: f32,
): void {
  for (let b = 0; b < B; b++) {
    const own = exampleKey(key, firstExample + b);
    let i = 0;
    for (; i + 4 <= n; i += 4) {
      v128.store(y, f32x4.mul(v128.load(x), keepLanes(own, i, threshold, factor)));
      x += 16;
      y += 16;
    }
    const rest = n - i;
    if (rest) {
      storePart(y, f32x4.mul(loadPart(x, rest), keepLanes(own, i, threshold, factor)), rest);
      x += <usize>rest << 2;
      y += <usize>rest << 2;
    }
  }
}
