import { add } from './elementwise';

/** y: (M, d) ← the rows `ids` of W_E: (n_vocab, d); an id outside gives a row of zeros. */
export function embedding(M: i32, d: i32, n_vocab: i32, ids: usize, W_E: usize, y: usize): void {
  const row = <usize>d << 2;
  for (let m = 0; m < M; m++) {
    const id = load<i32>(ids + (<usize>m << 2));
    if (<u32>id < <u32>n_vocab) memory.copy(y, W_E + <usize>id * row, row);
    else memory.fill(y, 0, row);
    y += row;
  }
}

/** dW_E: (n_vocab, d) ← the sum of the rows of dy under each id. */
export function embeddingGrad(M: i32, d: i32, n_vocab: i32, ids: usize, dy: usize, dW_E: usize): void {
  const row = <usize>d << 2;
  memory.fill(dW_E, 0, row * n_vocab);
  for (let m = 0; m < M; m++) {
    const id = load<i32>(ids + (<usize>m << 2));
    if (<u32>id < <u32>n_vocab) add(d, dW_E + <usize>id * row, dy, dW_E + <usize>id * row);
    dy += row;
  }
}

/**
 * y ← x with the halves of each head turned by the angles of its position. x: (B, T, n_heads · 2 · half) · table: (T,
 * half, 2) of cosine and sine · sign: 1, or −1 for the gradient.
 */
export function rope(B: i32, T: i32, n_heads: i32, half: i32, x: usize, table: usize, sign: f32, y: usize): void {
  const bytes = <usize>half << 2;
  for (let b = 0; b < B; b++) {
    for (let t = 0; t < T; t++) {
      const angles = table + <usize>t * (bytes << 1);
      for (let h = 0; h < n_heads; h++) {
        for (let i: usize = 0; i < bytes; i += 4) {
          const cos = load<f32>(angles + (i << 1));
          const sin = load<f32>(angles + (i << 1), 4) * sign;
          const u = load<f32>(x + i);
          const v = load<f32>(x + bytes + i);
          store<f32>(y + i, u * cos - v * sin);
          store<f32>(y + bytes + i, v * cos + u * sin);
        }
        x += bytes << 1;
        y += bytes << 1;
      }
    }
  }
}
