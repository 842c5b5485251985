// biome-ignore-all lint/style/useNamingConvention: _malloc, _free and HEAPU8 are Emscripten's names
import * as tf from '@tensorflow/tfjs';

/** Bytes before and after every block of memory, filled with a NaN of our own. */
const GUARD = 64;
const CANARY = 0x7fc0dead;

interface Heap {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
}

/**
 * Puts canaries around every tensor and every scratch area that the wasm backend allocates from now on: what writes
 * beyond them is found by `check`, and what reads beyond them computes NaN.
 */
export function guardMemory(): { check(): void } {
  const { wasm } = tf.backend() as unknown as { readonly wasm: Heap };
  // The first call of each replaces itself.
  wasm._free(wasm._malloc(4));
  const { _malloc: malloc, _free: free } = wasm;
  const sizes = new Map<number, number>();
  const broken: string[] = [];
  const guards = (address: number) => {
    const bytes = sizes.get(address) ?? 0;
    // Sizes are multiples of 4; the guard behind starts right at the end.
    return [address - GUARD, address + bytes].map(
      (start) => new Uint32Array(wasm.HEAPU8.buffer, start, GUARD / 4),
    );
  };
  const inspect = (address: number) => {
    const whole = guards(address).every((guard) => guard.every((word) => word === CANARY));
    if (!whole) broken.push(`around ${sizes.get(address)} bytes`);
  };
  Object.assign(wasm, {
    _malloc(bytes: number) {
      const rounded = (bytes + 3) & ~3;
      const address = (malloc(rounded + 2 * GUARD) >>> 0) + GUARD;
      sizes.set(address, rounded);
      for (const guard of guards(address)) guard.fill(CANARY);
      return address;
    },
    _free(address: number) {
      if (!sizes.has(address)) return free(address);
      inspect(address);
      sizes.delete(address);
      return free(address - GUARD);
    },
  });
  return {
    check() {
      for (const address of sizes.keys()) inspect(address);
      if (broken.length > 0) throw new Error(`memory was written beyond its end: ${broken}`);
    },
  };
}
