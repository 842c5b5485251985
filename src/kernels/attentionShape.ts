/** What the attention kernels work on: set by two calls, then read by the one that computes. */

export let B: i32 = 0;
export let T: i32 = 0;
export let S: i32 = 0;
export let n_heads: i32 = 0;
export let n_kv_heads: i32 = 0;
export let d_k: i32 = 0;
export let d_v: i32 = 0;

let causal: bool = false;
let window: i32 = 0;
export let scale: f32 = 1;
export let alibi: bool = false;
/** (B, S), 1 = real; or 0 when all are. */
export let padding: usize = 0;
/** Dropout on the pattern; keepBelow 0 = none. */
export let keepBelow: u32 = 0;
export let keepFactor: f32 = 1;
export let dropoutKey: u32 = 0;
export let firstExample: u32 = 0;

/** Queries that are worked on at once. */
export const BLOCK_T = 64;

export function attentionShape(
  examples: i32, queries: i32, keys: i32, heads: i32, kvHeads: i32, keySize: i32, valueSize: i32,
): void {
  B = examples;
  T = queries;
  S = keys;
  n_heads = heads;
  n_kv_heads = kvHeads;
  d_k = keySize;
  d_v = valueSize;
}

/** nearest: number of keys seen to each side, itself included; 0 = no limit. */
export function attentionMask(
  isCausal: bool, nearest: i32, factor: f32, hasAlibi: bool, keyPadding: usize,
  below: u32, kept: f32, key: u32, first: u32,
): void {
  causal = isCausal;
  window = nearest;
  scale = factor;
  alibi = hasAlibi;
  padding = keyPadding;
  keepBelow = below;
  keepFactor = kept;
  dropoutKey = key;
  firstExample = first;
}

/** Position of query i among the keys. */
@inline
export function positionOf(i: i32): i32 {
  return S - T + i;
}

/** First key that query i sees. */
@inline
export function firstKey(i: i32): i32 {
  return window ? min(max(positionOf(i) - window + 1, 0), S) : 0;
}

/** One past the last key that query i sees: never before firstKey. */
@inline
export function lastKey(i: i32): i32 {
  if (causal) return max(positionOf(i) + 1, 0);
  return window ? min(max(positionOf(i) + window, 0), S) : S;
}

/** Floats from one row of scores to the next. */
@inline
export function rowLength(): i32 {
  return (S + 7) & ~7;
}
