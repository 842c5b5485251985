import { clearUnseen, dot, gradRow, scoreTiles } from './attentionScores';
import { B, BLOCK_T, d_k, d_v, firstKey, lastKey, n_heads, n_kv_heads, rowLength, S, T } from './attentionShape';
import { packColumns, packRows, panelBytes } from './gemm';
import { anyTile, EDGE_BYTES } from './tile';

// Where the parts of the scratch area lie, for the head that is worked on.
let edge: usize = 0;
let keysByKey: usize = 0;
let keysByFeature: usize = 0;
let valuesByKey: usize = 0;
let queryPanels: usize = 0;
let outPanels: usize = 0;
let pattern: usize = 0;
let grads: usize = 0;

function layOut(scratch: usize): usize {
  edge = scratch;
  keysByKey = edge + EDGE_BYTES;
  keysByFeature = keysByKey + panelBytes(S, d_k);
  valuesByKey = keysByFeature + panelBytes(d_k, S);
  queryPanels = valuesByKey + panelBytes(S, d_v);
  outPanels = queryPanels + panelBytes(d_k, BLOCK_T);
  pattern = outPanels + panelBytes(d_v, BLOCK_T);
  grads = pattern + (<usize>BLOCK_T * rowLength() << 2);
  return grads + (<usize>BLOCK_T * rowLength() << 2) - scratch;
}

/** Bytes of scratch that `attentionGrad` needs. */
export function attentionGradBytes(): usize {
  return layOut(0);
}

/** The gradients of `attention`; out and stats are its results. The pattern is computed again, block by block. */
export function attentionGrad(
  q: usize, k: usize, v: usize, out: usize, stats: usize, dout: usize, dq: usize, dk: usize, dv: usize, scratch: usize,
): void {
  layOut(scratch);
  const qRow = <usize>n_heads * d_k << 2;
  const kRow = <usize>n_kv_heads * d_k << 2;
  const vRow = <usize>n_kv_heads * d_v << 2;
  const outRow = <usize>n_heads * d_v << 2;
  const group = n_heads / n_kv_heads;
  memory.fill(dk, 0, <usize>B * S * kRow);
  memory.fill(dv, 0, <usize>B * S * vRow);
  for (let b = 0; b < B; b++) {
    for (let h = 0; h < n_heads; h++) {
      const kHead = <usize>b * S * kRow + (<usize>(h / group) * d_k << 2);
      const vHead = <usize>b * S * vRow + (<usize>(h / group) * d_v << 2);
      if (h % group == 0) {
        packRows(S, d_k, k + kHead, kRow, keysByKey);
        packColumns(d_k, S, k + kHead, kRow, keysByFeature);
        packRows(S, d_v, v + vHead, vRow, valuesByKey);
      }
      for (let start = 0; start < T; start += BLOCK_T) {
        const count = min(T - start, BLOCK_T);
        const qAt = <usize>(b * T + start) * qRow + (<usize>h * d_k << 2);
        const outAt = <usize>(b * T + start) * outRow + (<usize>h * d_v << 2);
        scoreTiles(start, count, d_k, q + qAt, qRow, keysByKey, pattern);
        scoreTiles(start, count, d_v, dout + outAt, outRow, valuesByKey, grads);
        const own = stats + (<usize>((b * n_heads + h) * T + start) << 3);
        patternGrads(b, h, start, count, out + outAt, dout + outAt, outRow, own);
        packColumns(d_k, count, q + qAt, qRow, queryPanels);
        packColumns(d_v, count, dout + outAt, outRow, outPanels);
        addToKeys(start, count, pattern, outPanels, d_v, dv + vHead, vRow);
        addToKeys(start, count, grads, queryPanels, d_k, dk + kHead, kRow);
        toQueries(start, count, dq + qAt, qRow);
      }
    }
  }
}

function patternGrads(
  b: i32, h: i32, start: i32, count: i32, out: usize, dout: usize, outRow: usize, stats: usize,
): void {
  const row = <usize>rowLength() << 2;
  for (let i = 0; i < count; i++) {
    const at = <usize>i * row;
    const delta = dot(d_v, out + <usize>i * outRow, dout + <usize>i * outRow);
    gradRow(pattern + at, grads + at, start + i, h, b, stats + (<usize>i << 3), delta);
  }
  for (let i = 0; i < count; i += 4) {
    clearUnseen(start, i, count, pattern);
    clearUnseen(start, i, count, grads);
  }
}

/** d: (S, width) += blockᵀ · right, each query adding to the keys that it sees. right: panels of (count, width). */
function addToKeys(start: i32, count: i32, block: usize, right: usize, width: i32, d: usize, dRow: usize): void {
  const row = <usize>rowLength() << 2;
  const end = lastKey(start + count - 1);
  let from = 0;
  let to = 0;
  for (let j = firstKey(start) & ~3; j < end; j += 4) {
    // The queries that see any of the keys j … j + 3: a stretch without gaps that only moves on.
    while (from < count && lastKey(start + from) <= j) from++;
    while (to < count && firstKey(start + to) <= j + 3) to++;
    const rows = min(S - j, 4);
    const seen = block + <usize>from * row + (<usize>j << 2);
    for (let c = 0; c < width; c += 8) {
      const b = right + (<usize>c * count << 2) + (<usize>from << 5);
      anyTile(to - from, seen, 4, row, rows, b, d + <usize>j * dRow + (<usize>c << 2), dRow, 0, true, width - c, edge);
    }
  }
}

/** dq ← grads · k. */
function toQueries(start: i32, count: i32, dq: usize, qRow: usize): void {
  const row = <usize>rowLength() << 2;
  for (let i = 0; i < count; i += 4) {
    const rows = min(count - i, 4);
    const first = firstKey(start + i);
    const depth = lastKey(start + i + rows - 1) - first;
    const own = grads + <usize>i * row + (<usize>first << 2);
    for (let c = 0; c < d_k; c += 8) {
      const b = keysByFeature + (<usize>c * S << 2) + (<usize>first << 5);
      anyTile(depth, own, row, 4, rows, b, dq + <usize>i * qRow + (<usize>c << 2), qRow, 0, false, d_k - c, edge);
    }
  }
}
