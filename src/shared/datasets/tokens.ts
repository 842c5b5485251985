import type { Ids } from '../tokenizers/tokenizer';

/** Token ids one after the other, in memory or in a file. */
export interface TokenRow {
  readonly length: number;
  /** The ids from … to − 1, as far as there are. */
  read(from: number, to: number): Int32Array;
}

/** Ids that lie in memory. */
export function tokenRow(ids: Ids): TokenRow {
  return { length: ids.length, read: (from, to) => Int32Array.from(ids.subarray(from, to)) };
}
