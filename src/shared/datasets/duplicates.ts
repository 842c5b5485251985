import { fingerprint } from '../tokenizers/hash';

/** Records compared one by one; of more than that, a part that stands for all. */
const MOST = 2_000_000;

export interface Duplicates {
  readonly n_val_records: number;
  /** Validation records that training holds too. */
  readonly n_duplicates: number;
}

/** Counts validation records that training holds too, in memory that does not grow with the text. */
export class DuplicateCounter {
  private readonly most: number;
  /** Records whose fingerprint is a multiple of this are compared. */
  private every = 1;
  private train: number[] = [];
  private val: number[] = [];
  private n_val_records = 0;

  constructor(most = MOST) {
    this.most = most;
  }

  add(isVal: boolean, record: string): void {
    if (isVal) this.n_val_records++;
    const print = fingerprint(record);
    if (print % this.every !== 0) return;
    (isVal ? this.val : this.train).push(print);
    if (this.train.length + this.val.length <= this.most) return;
    this.every *= 2;
    this.train = this.train.filter((each) => each % this.every === 0);
    this.val = this.val.filter((each) => each % this.every === 0);
  }

  count(): Duplicates {
    const { val, n_val_records } = this;
    const train = Float64Array.from(this.train).sort();
    const hits = val.filter((print) => holds(train, print)).length;
    const share = val.length === 0 ? 0 : hits / val.length;
    return { n_val_records, n_duplicates: Math.round(share * n_val_records) };
  }
}

/** Whether a sorted list holds a number. */
function holds(sorted: Float64Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}
