import { describe, expect, it } from 'vitest';
import { sinusoids } from './sinusoidalPosition';

const row = (position: number, d: number) => [...sinusoids(1, d, 10_000, position)];
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

function expectRow(position: number, d: number, expected: readonly number[]): void {
  for (const [i, value] of expected.entries()) expect(row(position, d)[i]).toBeCloseTo(value, 6);
}

describe('sinusoidal positions', () => {
  it('have the values of the formula', () => {
    expectRow(0, 4, [0, 1, 0, 1]);
    expectRow(1, 4, [0.84147098, 0.54030231, 0.00999983, 0.99995]);
    expectRow(2, 4, [0.90929743, -0.41614684, 0.01999867, 0.99980001]);
    expectRow(3, 4, [0.14112001, -0.9899925, 0.0299955, 0.99955003]);
    expectRow(10, 4, [-0.54402111, -0.83907153, 0.09983342, 0.99500417]);
    expectRow(
      5,
      8,
      [
        -0.95892427, 0.28366219, 0.47942554, 0.87758256, 0.04997917, 0.99875026, 0.00499998,
        0.9999875,
      ],
    );
    expectRow(1, 512, [0.84147098, 0.54030231, 0.82185619, 0.56969501]);
    expect(row(1, 512)[510]).toBeCloseTo(0.00010366, 7);
    expect(row(1, 512)[511]).toBeCloseTo(0.99999999, 7);
  });

  it('meet at an angle that depends on the distance only', () => {
    expect(dot(row(3, 8), row(7, 8))).toBeCloseTo(2.26660948, 6);
    expect(dot(row(13, 8), row(17, 8))).toBeCloseTo(2.26660948, 6);
  });

  it('move on by k with one rotation, the same from every position: P(p + k) = R(k) P(p)', () => {
    const [d, k] = [8, 5];
    for (const p of [0, 1, 7, 100]) {
      const [here, there] = [row(p, d), row(p + k, d)];
      for (let i = 0; i < d; i += 2) {
        const angle = k / 10_000 ** (i / d);
        const [sin = 0, cos = 0] = here.slice(i, i + 2);
        expect(there[i]).toBeCloseTo(Math.cos(angle) * sin + Math.sin(angle) * cos, 5);
        expect(there[i + 1]).toBeCloseTo(-Math.sin(angle) * sin + Math.cos(angle) * cos, 5);
      }
    }
  });

  it('continue where kept rows end', () => {
    expect([...sinusoids(3, 6, 10_000, 2)]).toEqual([...sinusoids(5, 6, 10_000, 0)].slice(12));
  });
});
