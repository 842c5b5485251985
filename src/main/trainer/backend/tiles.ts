import type { Kernels } from './kernels';

/** Rows and columns of the product that is timed: some ten microseconds. */
const SIZE = 64;
const BYTES = SIZE * SIZE * 4;
const ROUND = 10;
/** V8 needs some of it to compile what it finds to be busy. */
const MOST_MS = 60;

/**
 * Lets products go by the larger tiles where they are faster: where V8 joins pairs of 128-bit operations, on a processor
 * that has 256 bits. The clock may decide it, because the results are the same bits.
 * at: that many zeros, for three matrices and scratch.
 */
export function chooseTiles(
  kernels: Pick<Kernels, 'linear' | 'setWideTiles'>,
  at: number,
  now: () => number = () => performance.now(),
): void {
  const [x, W, y, scratch] = [at, at + BYTES, at + 2 * BYTES, at + 3 * BYTES];
  const time = (wide: number) => {
    kernels.setWideTiles(wide);
    const start = now();
    for (let i = 0; i < ROUND; i++) kernels.linear(SIZE, SIZE, SIZE, x, W, 0, y, scratch);
    return now() - start;
  };
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
  const end = now() + MOST_MS;
  while (now() < end) {
    best[0] = Math.min(best[0], time(0));
    best[1] = Math.min(best[1], time(1));
  }
  kernels.setWideTiles(Number(best[1] < best[0]));
}

/** Bytes that `chooseTiles` works in. */
export function tileBytes({ multiplyBytes }: Pick<Kernels, 'multiplyBytes'>): number {
  return 3 * BYTES + multiplyBytes(SIZE, SIZE);
}
