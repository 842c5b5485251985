import { interpolateViridis } from 'd3-scale-chromatic';

const LEVELS = 256;

/** Red, green and blue of each of 256 levels from 0 to 1, one after the other. */
const table = buildTable();

function buildTable(): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(LEVELS * 3);
  for (let level = 0; level < LEVELS; level += 1) {
    bytes.set(rgbOf(interpolateViridis(level / (LEVELS - 1))), level * 3);
  }
  return bytes;
}

/** `#440154` or `rgb(68, 1, 84)` → [68, 1, 84] */
export function rgbOf(css: string): [number, number, number] {
  const hex = /^#(..)(..)(..)$/.exec(css);
  const parts = hex ? hex.slice(1).map((pair) => Number.parseInt(pair, 16)) : decimals(css);
  const [red = 0, green = 0, blue = 0] = parts;
  return [red, green, blue];
}

function decimals(css: string): number[] {
  return [...css.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

/**
 * Colours a matrix of weights in [0, 1]; cells of the future stay transparent in a causal pattern.
 *
 * pattern: (rows, columns) row by row → RGBA, (rows, columns, 4)
 */
export function colorPattern(
  pattern: Float32Array,
  n_columns: number,
  causal: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(pattern.length * 4);
  for (let cell = 0; cell < pattern.length; cell += 1) {
    if (causal && cell % n_columns > Math.floor(cell / n_columns)) continue;
    const weight = Math.min(1, Math.max(0, pattern[cell] ?? 0));
    const level = Math.round(weight * (LEVELS - 1)) * 3;
    pixels.set(table.subarray(level, level + 3), cell * 4);
    pixels[cell * 4 + 3] = 255;
  }
  return pixels;
}

/** The whole scale, from 0 to 1, as a CSS gradient. */
export function viridisGradient(direction: string): string {
  const stops = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].map(interpolateViridis);
  return `linear-gradient(${direction}, ${stops.join(', ')})`;
}
