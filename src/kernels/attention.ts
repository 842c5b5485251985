import { clearUnseen, dropRow, scoreTiles, softmaxRow } from './attentionScores';
import {
  B, BLOCK_T, d_k, d_v, firstKey, keepBelow, lastKey, n_heads, n_kv_heads, rowLength, S, T,
} from './attentionShape';
import { packColumns, packRows, panelBytes } from './gemm';
import { anyTile, EDGE_BYTES } from './tile';

@inline
function blockBytes(): usize {
  return <usize>BLOCK_T * rowLength() << 2;
}

/** Bytes of scratch that `attention` and `attentionPattern` need. */
export function attentionBytes(): usize {
  return EDGE_BYTES + panelBytes(S, d_k) + panelBytes(d_v, S) + blockBytes();
}

/**
 * out ← softmax(q·kᵀ·scale + mask)·v, in blocks of queries; the whole pattern never exists. q: (B, T, n_heads·d_k) · k:
 * (B, S, n_kv_heads·d_k) · v: (B, S, n_kv_heads·d_v) → out: (B, T, n_heads·d_v), stats: (B, n_heads, T, 2) keeps what
 * the gradient needs to know of each row.
 * @see Dao et al. 2022 (FlashAttention), §3
 */
export function attention(q: usize, k: usize, v: usize, out: usize, stats: usize, scratch: usize): void {
  const qRow = <usize>n_heads * d_k << 2;
  const kRow = <usize>n_kv_heads * d_k << 2;
  const vRow = <usize>n_kv_heads * d_v << 2;
  const outRow = <usize>n_heads * d_v << 2;
  const group = n_heads / n_kv_heads;
  const keys = scratch + EDGE_BYTES;
  const values = keys + panelBytes(S, d_k);
  for (let b = 0; b < B; b++) {
    for (let h = 0; h < n_heads; h++) {
      const kv = h / group;
      if (h % group == 0) {
        packRows(S, d_k, k + <usize>b * S * kRow + (<usize>kv * d_k << 2), kRow, keys);
        packColumns(d_v, S, v + <usize>b * S * vRow + (<usize>kv * d_v << 2), vRow, values);
      }
      const qHead = q + <usize>b * T * qRow + (<usize>h * d_k << 2);
      const outHead = out + <usize>b * T * outRow + (<usize>h * d_v << 2);
      for (let start = 0; start < T; start += BLOCK_T) {
        const own = stats + (<usize>((b * n_heads + h) * T + start) << 3);
        queryBlock(b, h, start, qHead, qRow, outHead, outRow, own, scratch, keys, values);
      }
    }
  }
}

/** Up to BLOCK_T queries of one head. */
function queryBlock(
  b: i32, h: i32, start: i32, q: usize, qRow: usize, out: usize, outRow: usize, stats: usize,
  edge: usize, keys: usize, values: usize,
): void {
  const count = min(T - start, BLOCK_T);
  const block = values + panelBytes(d_v, S);
  const row = <usize>rowLength() << 2;
  scoreTiles(start, count, d_k, q + <usize>start * qRow, qRow, keys, block);
  for (let i = 0; i < count; i++) {
    const line = block + <usize>i * row;
    softmaxRow(line, start + i, h, b, stats + (<usize>i << 3));
    if (keepBelow) dropRow(line, start + i, h, b);
  }
  for (let i = 0; i < count; i += 4) {
    const rows = min(count - i, 4);
    const first = firstKey(start + i);
    const depth = lastKey(start + i + rows - 1) - first;
    clearUnseen(start, i, count, block);
    const pattern = block + <usize>i * row + (<usize>first << 2);
    const to = out + <usize>(start + i) * outRow;
    for (let j = 0; j < d_v; j += 8) {
      const from = values + (<usize>j * S << 2) + (<usize>first << 5);
      anyTile(depth, pattern, row, 4, rows, from, to + (<usize>j << 2), outRow, 0, false, d_v - j, edge);
    }
  }
}

/** pattern: (B, n_heads, T, S) ← the rows of the softmax, 0 where nothing is seen. */
export function attentionPattern(q: usize, k: usize, pattern: usize, scratch: usize): void {
  const qRow = <usize>n_heads * d_k << 2;
  const kRow = <usize>n_kv_heads * d_k << 2;
  const row = <usize>rowLength() << 2;
  const keys = scratch + EDGE_BYTES;
  const block = keys + panelBytes(S, d_k);
  memory.fill(pattern, 0, <usize>B * n_heads * T * S << 2);
  for (let b = 0; b < B; b++) {
    for (let h = 0; h < n_heads; h++) {
      const kv = (h * n_kv_heads) / n_heads;
      packRows(S, d_k, k + <usize>b * S * kRow + (<usize>kv * d_k << 2), kRow, keys);
      for (let start = 0; start < T; start += BLOCK_T) {
        const count = min(T - start, BLOCK_T);
        const from = q + <usize>(b * T + start) * qRow + (<usize>h * d_k << 2);
        scoreTiles(start, count, d_k, from, qRow, keys, block);
        for (let i = 0; i < count; i++) {
          const line = block + <usize>i * row;
          softmaxRow(line, start + i, h, b, scratch);
          const first = firstKey(start + i);
          const to = pattern + (<usize>first << 2);
          memory.copy(to, line + (<usize>first << 2), <usize>(lastKey(start + i) - first) << 2);
          pattern += <usize>S << 2;
        }
      }
    }
  }
}
