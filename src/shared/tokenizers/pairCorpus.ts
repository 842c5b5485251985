import { PairTable } from './pairTable';

/** A word of the corpus as ids, and how often it stands in the text. */
export interface CountedWord {
  readonly ids: ArrayLike<number>;
  readonly count: number;
}

/**
 * Words as chains of symbols, with every pair of neighbours counted and listed where it stands. Places are numbered
 * through all words; a merge takes the second symbol out of its chain.
 */
export class PairCorpus {
  readonly pairs = new PairTable();
  /** By pair: how often it stands in the text. */
  readonly counts: number[] = [];
  /** By pair: the first and last place of its list; -1 = none. */
  private readonly heads: number[] = [];
  private readonly tails: number[] = [];
  private readonly symbol: Int32Array;
  private readonly weight: Int32Array;
  /** The neighbours in the word; -1 at its ends. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** The pair that begins at a place, and its neighbours in that pair's list. */
  private readonly pairAt: Int32Array;
  private readonly later: Int32Array;
  private readonly earlier: Int32Array;

  constructor(words: readonly CountedWord[]) {
    const n_places = words.reduce((sum, { ids }) => sum + ids.length, 0);
    const places = () => new Int32Array(n_places).fill(-1);
    this.symbol = places();
    this.weight = places();
    this.next = places();
    this.previous = places();
    this.pairAt = places();
    this.later = places();
    this.earlier = places();
    let at = 0;
    for (const word of words) at = this.addWord(word, at);
  }

  private addWord({ ids, count }: CountedWord, start: number): number {
    const end = start + ids.length;
    for (let at = start; at < end; at++) {
      this.symbol[at] = ids[at - start] ?? 0;
      this.weight[at] = count;
      this.next[at] = at + 1 < end ? at + 1 : -1;
      this.previous[at] = at > start ? at - 1 : -1;
    }
    for (let at = start; at + 1 < end; at++) this.list(at);
    return end;
  }

  /** Makes one symbol of a pair wherever it stands. Answers the pairs that became more frequent by it. */
  merge(pair: number, merged: number): ReadonlySet<number> {
    const grown = new Set<number>();
    const { heads, next, previous } = this;
    for (let at = heads[pair] ?? -1; at >= 0; at = heads[pair] ?? -1) {
      const before = previous[at] ?? -1;
      this.unlist(at);
      if (before >= 0) this.unlist(before);
      this.join(at, merged);
      if (before >= 0) grown.add(this.list(before));
      if ((next[at] ?? -1) >= 0) grown.add(this.list(at));
    }
    return grown;
  }

  /** Takes the symbol after a place out, and lets `merged` stand for both. */
  private join(at: number, merged: number): void {
    const { symbol, next, previous } = this;
    const second = next[at] ?? -1;
    const after = next[second] ?? -1;
    if (after >= 0) {
      this.unlist(second);
      previous[after] = at;
    }
    symbol[at] = merged;
    next[at] = after;
  }

  /** Adds the pair that begins at a place to the end of its list. */
  private list(at: number): number {
    const pair = this.pairs.add(this.symbol[at] ?? 0, this.symbol[this.next[at] ?? 0] ?? 0);
    const tail = this.tails[pair] ?? -1;
    if (tail < 0) this.heads[pair] = at;
    else this.later[tail] = at;
    this.earlier[at] = tail;
    this.later[at] = -1;
    this.tails[pair] = at;
    this.pairAt[at] = pair;
    this.counts[pair] = (this.counts[pair] ?? 0) + (this.weight[at] ?? 0);
    return pair;
  }

  private unlist(at: number): void {
    const pair = this.pairAt[at] ?? 0;
    const before = this.earlier[at] ?? -1;
    const after = this.later[at] ?? -1;
    if (before < 0) this.heads[pair] = after;
    else this.later[before] = after;
    if (after < 0) this.tails[pair] = before;
    else this.earlier[after] = before;
    this.counts[pair] = (this.counts[pair] ?? 0) - (this.weight[at] ?? 0);
  }
}
