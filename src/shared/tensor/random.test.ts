import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropoutBits, exampleKey, keepThreshold, keyOf, mix32, randomStream } from './random';

const draw = (seed: number, name: string, n: number) => {
  const stream = randomStream(seed, name);
  return Array.from({ length: n }, () => stream.uniform());
};

describe('a stream', () => {
  it('draws the same for the same seed and name', () => {
    expect(draw(1, 'a', 20)).toEqual(draw(1, 'a', 20));
  });

  it('draws something else for another seed or name', () => {
    expect(draw(1, 'a', 4)).not.toEqual(draw(2, 'a', 4));
    expect(draw(1, 'a', 4)).not.toEqual(draw(1, 'b', 4));
  });

  it('has the mean and variance of its distributions', () => {
    const stream = randomStream(7, 'moments');
    const n = 20_000;
    const mean = (values: readonly number[]) =>
      values.reduce((sum, x) => sum + x, 0) / values.length;
    const uniforms = Array.from({ length: n }, () => stream.uniform());
    const normals = Array.from({ length: n }, () => stream.normal());
    expect(mean(uniforms)).toBeCloseTo(0.5, 1.5);
    expect(mean(uniforms.map((x) => (x - 0.5) ** 2))).toBeCloseTo(1 / 12, 2);
    expect(Math.abs(mean(normals))).toBeLessThan(0.03);
    expect(Math.abs(mean(normals.map((x) => x ** 2)) - 1)).toBeLessThan(0.05);
    expect(Math.abs(mean(normals.map((x) => x ** 4)) - 3)).toBeLessThan(0.3);
  });

  it('reaches every whole number below n, and no other', () => {
    const stream = randomStream(3, 'int');
    const seen = new Set(Array.from({ length: 500 }, () => stream.int(7)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(stream.int(1)).toBe(0);
  });

  it('shuffles to a permutation, in place', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(), (list, seed) => {
        const copy = Int32Array.from(list);
        expect(randomStream(seed, 's').shuffle(copy)).toBe(copy);
        expect([...copy].sort()).toEqual([...Int32Array.from(list)].sort());
      }),
    );
  });
});

describe('the dropout hash', () => {
  it('gives the numbers that every implementation of it must give', () => {
    expect([0, 1, 2, 0xffffffff].map(mix32)).toEqual([0, 1364076727, 821347078, 2180083513]);
    expect(keyOf(1, 312, 'decoder.0.attention')).toBe(2227240291);
    expect(dropoutBits(0, 0, 0)).toBe(2856213345);
    expect(dropoutBits(1, 0, 1)).toBe(3030192911);
    expect(dropoutBits(0xdeadbeef, 31, 16383)).toBe(1329688183);
    expect([0.1, 0.5, 0.9].map(keepThreshold)).toEqual([3865470566, 2147483648, 429496730]);
  });

  it('keeps a share of 1 − rate, whatever the example', () => {
    for (const rate of [0.1, 0.5, 0.9]) {
      const kept = (example: number) =>
        Array.from({ length: 10_000 }, (_, i) => dropoutBits(keyOf(1, 2, 'x'), example, i)).filter(
          (bits) => bits < keepThreshold(rate),
        ).length;
      for (const example of [0, 1, 1000]) {
        expect(Math.abs(kept(example) / 10_000 - (1 - rate))).toBeLessThan(0.015);
      }
    }
  });

  it('draws other bits for another key, example or index', () => {
    const bits = new Set<number>();
    for (const key of [1, 2])
      for (const example of [0, 1, 2])
        for (let i = 0; i < 100; i++) bits.add(dropoutBits(key, example, i));
    expect(bits.size).toBe(600);
    expect(dropoutBits(5, 3, 0)).toBe(mix32(exampleKey(5, 3)));
  });
});
