import { randomStream } from '@shared/tensor/random';
import { describe, expect, it } from 'vitest';
import { loadKernels, type Variant } from './kernels';
import { chooseTiles, tileBytes } from './tiles';

const MAX = 40;
const FLOATS = MAX * MAX;

/** Kernels with room for three matrices of random numbers, and scratch. */
function open(variant: Variant) {
  const memory = new WebAssembly.Memory({ initial: 16 });
  const stream = randomStream(1, variant);
  const floats = new Float32Array(memory.buffer, 0, 4 * FLOATS);
  for (let i = 0; i < floats.length; i++) floats[i] = stream.normal();
  return { memory, kernels: loadKernels(variant, memory), stream };
}

const PRODUCTS = ['linear', 'linearGradX', 'linearGradW', 'linearTransposed'] as const;

describe.each(['relaxed', 'simd'] as const)('tiles of %s SIMD', (variant) => {
  it.each(PRODUCTS)('give %s the same bits, small or large, at any size', (product) => {
    const { memory, kernels, stream } = open(variant);
    const size = () => 1 + stream.int(MAX);
    const [x, W, b, y, scratch] = [0, 4 * FLOATS, 8 * FLOATS, 12 * FLOATS, 16 * FLOATS];
    const bitsOf = (wide: number, at: readonly number[]) => {
      kernels.setWideTiles(wide);
      const bits = new Uint32Array(memory.buffer, y, FLOATS).fill(0);
      kernels[product](...at, y, scratch);
      return bits.slice();
    };
    for (let round = 0; round < 30; round++) {
      const bias = product === 'linear' ? [round % 2 ? b : 0] : [];
      const at = [size(), size(), size(), x, W, ...bias];
      expect(bitsOf(1, at), at.join(' ')).toEqual(bitsOf(0, at));
    }
  });

  it('are timed within the bytes asked for', () => {
    const { memory, kernels } = open(variant);
    const bytes = tileBytes(kernels);
    const after = new Uint8Array(memory.buffer, bytes).fill(7);
    chooseTiles(kernels, 0);
    expect(after.every((byte) => byte === 7)).toBe(true);
  });
});

it.each([
  [1, true],
  [1.9, true],
  [3, false],
])('of 8 × 8 are taken when they take %d ms where the small ones take 2: %s', (wideMs, taken) => {
  let isWide = false;
  let ms = 0;
  const kernels = {
    setWideTiles(on: number) {
      isWide = on === 1;
      return 0;
    },
    linear() {
      ms += isWide ? wideMs : 2;
      return 0;
    },
  };
  chooseTiles(kernels, 0, () => ms);
  expect(isWide).toBe(taken);
});
