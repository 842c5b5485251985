import type { KvCache } from './kvCache';

/** A next-token model as generation sees it. */
export interface LanguageModel {
  /** The most positions it can look at. */
  readonly n_ctx: number;
  readonly n_vocab: number;
  /** An empty cache; null where earlier positions change with later ones, so that nothing can be kept. */
  newCache(): KvCache | null;
  /**
   * ids: the whole context, or with a cache those after what the cache holds → logits after the last one, (n_vocab).
   */
  logits(ids: Int32Array, cache: KvCache | null): Float32Array;
}
