import { describe, expect, it } from 'vitest';
import { colorPattern, rgbOf } from './viridis';

const pixel = (pixels: Uint8ClampedArray, cell: number) => [
  ...pixels.slice(cell * 4, cell * 4 + 4),
];

it('reads both spellings of a colour', () => {
  expect(rgbOf('#440154')).toEqual([68, 1, 84]);
  expect(rgbOf('rgb(68, 1, 84)')).toEqual([68, 1, 84]);
});

describe('colorPattern', () => {
  it('goes from dark violet at 0 to yellow at 1', () => {
    const pixels = colorPattern(Float32Array.of(0, 1, 0.5, 0.5), 2, false);
    expect(pixel(pixels, 0)).toEqual([68, 1, 84, 255]);
    expect(pixel(pixels, 1)).toEqual([253, 231, 37, 255]);
  });

  it('leaves the future of a causal pattern uncoloured', () => {
    const pixels = colorPattern(Float32Array.of(1, 0, 0.5, 0.5), 2, true);
    expect(pixel(pixels, 1)).toEqual([0, 0, 0, 0]);
    expect(pixel(pixels, 2)[3]).toBe(255);
  });

  it('keeps rounding errors within the scale', () => {
    const pixels = colorPattern(Float32Array.of(1.0000001, -1e-9, 0, 1), 2, false);
    expect(pixel(pixels, 0)).toEqual([253, 231, 37, 255]);
    expect(pixel(pixels, 1)).toEqual([68, 1, 84, 255]);
  });
});
