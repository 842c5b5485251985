import { Heap } from './heap';
import { PairTable } from './pairTable';

const END = -1;
/** An entry of the queue is rank · PLACES + place. */
const PLACES = 2 ** 32;

/** Applies learnt merges to the ids of a piece. */
export interface Merger {
  /** `limit`: only the first so many merges. */
  merge(ids: ArrayLike<number>, limit?: number): number[];
}

/**
 * Opens merges for use: at each turn the one learnt first, and of equal ones the leftmost.
 *
 * pairs: first and second id of each merge in turn · results: the id that each makes.
 */
export function openMerges(pairs: ArrayLike<number>, results: ArrayLike<number>): Merger {
  const ranks = rankTable(pairs, results.length);
  const queue = new Heap((a, b) => a < b);
  return {
    merge(ids, limit = results.length) {
      const chain = new Chain(ids);
      const offer = (at: number) => {
        const rank = ranks.of(chain.at(at), chain.after(at));
        if (rank !== END && rank < limit) queue.push(rank * PLACES + at);
      };
      queue.clear();
      for (let at = 0; at + 1 < ids.length; at++) offer(at);
      for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
        const at = entry >>> 0;
        const merged = results[(entry - at) / PLACES] ?? END;
        // What stood there when it was queued may have been joined with its neighbour since.
        const rank = ranks.of(chain.at(at), chain.after(at));
        if (rank === END || rank >= limit || results[rank] !== merged) continue;
        chain.join(at, merged);
        offer(chain.previous[at] ?? END);
        offer(at);
      }
      return chain.ids();
    },
  };
}

/** The rank of each pair, of a pair that is there twice the later; −1 of any other. */
function rankTable(pairs: ArrayLike<number>, n_merges: number) {
  const table = new PairTable();
  const ranks: number[] = [];
  for (let rank = 0; rank < n_merges; rank++) {
    ranks[table.add(pairs[2 * rank] ?? 0, pairs[2 * rank + 1] ?? 0)] = rank;
  }
  return { of: (a: number, b: number): number => ranks[table.find(a, b)] ?? END };
}

/** Ids in a row whose neighbours can be joined. */
class Chain {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  private readonly symbol: Int32Array;

  constructor(ids: ArrayLike<number>) {
    const n = ids.length;
    this.symbol = new Int32Array(n);
    this.next = new Int32Array(n);
    this.previous = new Int32Array(n);
    for (let at = 0; at < n; at++) {
      this.symbol[at] = ids[at] ?? 0;
      this.next[at] = at + 1 < n ? at + 1 : END;
      this.previous[at] = at - 1;
    }
  }

  at(place: number): number {
    return this.symbol[place] ?? END;
  }

  after(place: number): number {
    return this.symbol[this.next[place] ?? END] ?? END;
  }

  join(place: number, merged: number): void {
    const second = this.next[place] ?? END;
    const after = this.next[second] ?? END;
    this.symbol[place] = merged;
    this.symbol[second] = END;
    this.next[second] = END;
    this.next[place] = after;
    if (after !== END) this.previous[after] = place;
  }

  ids(): number[] {
    const ids: number[] = [];
    for (let at = this.symbol.length === 0 ? END : 0; at !== END; at = this.next[at] ?? END) {
      ids.push(this.symbol[at] ?? 0);
    }
    return ids;
  }
}
