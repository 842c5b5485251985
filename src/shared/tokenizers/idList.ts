import { type Ids, idArray } from './tokenizer';

/** Ids whose number is not known beforehand. */
export class IdList {
  private ids: Ids;
  private length = 0;
  private readonly n_vocab: number;

  constructor(n_vocab: number, expected: number) {
    this.n_vocab = n_vocab;
    this.ids = idArray(n_vocab, Math.max(16, expected));
  }

  push(id: number): void {
    if (this.length === this.ids.length) {
      const larger = idArray(this.n_vocab, 2 * this.ids.length);
      larger.set(this.ids);
      this.ids = larger;
    }
    this.ids[this.length++] = id;
  }

  pushAll(ids: ArrayLike<number>): void {
    for (let i = 0; i < ids.length; i++) this.push(ids[i] ?? 0);
  }

  take(): Ids {
    return this.ids.slice(0, this.length);
  }
}
