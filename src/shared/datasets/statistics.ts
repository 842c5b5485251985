import type { Statistics } from '../contract/calls';
import type { Tokenizer } from '../tokenizers/tokenizer';

/** Counts how often each token occurs in the training part. */
export class TokenCounter {
  private readonly counts: Float64Array;
  private total = 0;

  constructor(n_vocab: number) {
    this.counts = new Float64Array(n_vocab);
  }

  add(ids: ArrayLike<number>): void {
    const { counts } = this;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      counts[id] = (counts[id] ?? 0) + 1;
    }
    this.total += ids.length;
  }

  /** −Σ p ln p, nats: the loss of a model that knows only how often each token occurs. */
  entropy(): number {
    const { counts, total } = this;
    return counts.reduce((sum, n) => (n === 0 ? sum : sum - (n / total) * Math.log(n / total)), 0);
  }

  describe(tokenizer: Tokenizer): TokenStatistics {
    const { counts, total } = this;
    let [distinct, characters, longest] = [0, 0, 0];
    let longestId = 0;
    counts.forEach((n, id) => {
      if (n === 0) return;
      distinct++;
      const length = [...tokenizer.decode([id])].length;
      characters += n * length;
      if (length > longest) [longest, longestId] = [length, id];
    });
    return {
      n_distinct: distinct,
      unigramEntropy: this.entropy(),
      meanLength: total === 0 ? 0 : characters / total,
      longest: longest === 0 ? '' : (tokenizer.pieces([longestId])[0] ?? ''),
    };
  }
}

export type TokenStatistics = Pick<
  Statistics,
  'n_distinct' | 'unigramEntropy' | 'meanLength' | 'longest'
>;
