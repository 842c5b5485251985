/** Words at the start of the shared memory. */
const CLAIM = 0;
const COUNT = 1;
const DONE = 2;
const MAX_SHARDS = 16;
const HEADER_BYTES = 4 * (DONE + MAX_SHARDS) + 8 * MAX_SHARDS;

/**
 * One step of training as several threads see it: the weights, who computes which shard, and the results. Each step is a new
 * round; a thread that wakes late finds its round over and touches nothing.
 */
export interface SharedStep {
  readonly buffer: SharedArrayBuffer;
  /** All weights, one after the other. Written before a round, read by whoever has claimed a shard of it. */
  readonly weights: Float32Array;
  /** Offers that many shards; answers the number of the new round. */
  open(n_shards: number): number;
  /** The next shard of that round that nobody computes yet, or null. */
  claim(round: number): number | null;
  /** Where the gradients of a shard are put, in the order of the weights. */
  gradients(shard: number): Float32Array;
  loss(shard: number): number;
  finish(round: number, shard: number, loss: number): void;
  /** Blocks until that shard of that round is finished, at most so many milliseconds. Answers whether it is. */
  wait(round: number, shard: number, ms: number): boolean;
}

/** Memory for a model of that many parameters, or a second view of such a memory. */
export function sharedStep(
  n_params: number,
  n_shards: number,
  memory?: SharedArrayBuffer,
): SharedStep {
  const bytes = HEADER_BYTES + 4 * n_params * (1 + n_shards);
  const buffer = memory ?? new SharedArrayBuffer(bytes);
  const words = new Int32Array(buffer, 0, DONE + MAX_SHARDS);
  const losses = new Float64Array(buffer, words.byteLength, MAX_SHARDS);
  const part = (i: number) => new Float32Array(buffer, HEADER_BYTES + 4 * n_params * i, n_params);
  return {
    buffer,
    weights: part(0),
    gradients: (shard) => part(1 + shard),
    loss: (shard) => losses[shard] ?? Number.NaN,
    open(count) {
      const round = ((Atomics.load(words, CLAIM) >>> 8) + 1) & 0xffffff;
      Atomics.store(words, COUNT, count);
      Atomics.store(words, CLAIM, round << 8);
      return round;
    },
    claim(round) {
      for (;;) {
        const seen = Atomics.load(words, CLAIM);
        const next = seen & 0xff;
        if (seen >>> 8 !== round || next >= Atomics.load(words, COUNT)) return null;
        if (Atomics.compareExchange(words, CLAIM, seen, seen + 1) === seen) return next;
      }
    },
    finish(round, shard, loss) {
      losses[shard] = loss;
      Atomics.store(words, DONE + shard, round);
      Atomics.notify(words, DONE + shard);
    },
    wait(round, shard, ms) {
      const seen = Atomics.load(words, DONE + shard);
      if (seen !== round) Atomics.wait(words, DONE + shard, seen, ms);
      return Atomics.load(words, DONE + shard) === round;
    },
  };
}
