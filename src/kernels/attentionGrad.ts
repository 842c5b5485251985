import { clearUnseen, dot, gradRow, scoreTiles } from './attentionScores';
import { B, BLOCK_T, d_k, d_v, firstKey, lastKey, n_heads, n_kv_heads, rowLength, S, T } from './attentionShape';
import {
  anyTile, EDGE_BYTES, packAColumns, packARows, packBColumns, packBRows, panelsOfA, panelsOfB,
} from './gemm';

// Where the parts of the scratch area lie, for the head that is worked on.
let edge: usize = 0;
let keysByKey: usize = 0;
let keysByFeature: usize = 0;
let valuesByKey: usize = 0;
let queryPanels: usize = 0;
let outPanels: usize = 0;
let panels: usize = 0;
let pattern: usize = 0;
let grads: usize = 0;

function layOut(scratch: usize): usize {
  edge = scratch;
  keysByKey = edge + EDGE_BYTES;
  keysByFeature = keysByKey + panelsOfB(S, d_k);
  valuesByKey = keysByFeature + panelsOfB(d_k, S);
  queryPanels = valuesByKey + panelsOfB(S, d_v);
  outPanels = queryPanels + panelsOfB(d_k, BLOCK_T);
  panels = outPanels + panelsOfB(d_v, BLOCK_T);
  pattern = panels + max(panelsOfA(BLOCK_T, max(d_k, d_v)), panelsOfA(4, max(S, BLOCK_T)));
  grads = pattern + (<usize>BLOCK_T * rowLength() << 2);
  return grads + (<usize>BLOCK_T * rowLength() << 2) - scratch;
}

/** Bytes of scratch that `attentionGrad` needs. */
export function attentionGradBytes(): usize {
  return layOut(0);
}

/** The gradients of `attention`; out and lse are its results. The pattern is computed again, block by block. */
export function attentionGrad(
  q: usize, k: usize, v: usize, out: usize, lse: usize, dout: usize, dq: usize, dk: usize, dv: usize, scratch: usize,
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
        packBRows(S, d_k, k + kHead, kRow, keysByKey);
        packBColumns(d_k, S, k + kHead, kRow, keysByFeature);
        packBRows(S, d_v, v + vHead, vRow, valuesByKey);
      }
      for (let start = 0; start < T; start += BLOCK_T) {
        const count = min(T - start, BLOCK_T);
        const qAt = <usize>(b * T + start) * qRow + (<usize>h * d_k << 2);
        const outAt = <usize>(b * T + start) * outRow + (<usize>h * d_v << 2);
        packARows(count, d_k, q + qAt, qRow, panels);
        scoreTiles(start, count, d_k, panels, keysByKey, pattern);
        packARows(count, d_v, dout + outAt, outRow, panels);
        scoreTiles(start, count, d_v, panels, valuesByKey, grads);
        const own = lse + (<usize>((b * n_heads + h) * T + start) << 2);
        patternGrads(b, h, start, count, out + outAt, dout + outAt, outRow, own);
        packBColumns(d_k, count, q + qAt, qRow, queryPanels);
        packBColumns(d_v, count, dout + outAt, outRow, outPanels);
        addToKeys(start, count, pattern, outPanels, d_v, dv + vHead, vRow);
        addToKeys(start, count, grads, queryPanels, d_k, dk + kHead, kRow);
        toQueries(start, count, dq + qAt, qRow);
      }
    }
  }
}

function patternGrads(
  b: i32, h: i32, start: i32, count: i32, out: usize, dout: usize, outRow: usize, lse: usize,
): void {
  const row = <usize>rowLength() << 2;
  for (let i = 0; i < count; i++) {
    const at = <usize>i * row;
    const delta = dot(d_v, out + <usize>i * outRow, dout + <usize>i * outRow);
    gradRow(pattern + at, grads + at, start + i, h, b, load<f32>(lse + (<usize>i << 2)), delta);
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
    packAColumns(4, to - from, block + <usize>from * row + (<usize>j << 2), row, panels);
    for (let c = 0; c < width; c += 8) {
      const b = right + (<usize>c * count << 2) + (<usize>from << 5);
      anyTile(to - from, panels, b, d + <usize>j * dRow + (<usize>c << 2), dRow, 0, true, rows, width - c, edge);
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
    packARows(rows, depth, grads + <usize>i * row + (<usize>first << 2), row, panels);
    for (let c = 0; c < d_k; c += 8) {
      const b = keysByFeature + (<usize>c * S << 2) + (<usize>first << 5);
      anyTile(depth, panels, b, dq + <usize>i * qRow + (<usize>c << 2), qRow, 0, false, rows, d_k - c, edge);
    }
  }
}
