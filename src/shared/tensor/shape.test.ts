import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideDim, resolveShape } from './shape';

describe('a divided size', () => {
  it('is written as a part of its symbol', () => {
    expect(divideDim('T', 2)).toBe('T/2');
    expect(divideDim('T/2', 3)).toBe('T/6');
    expect(divideDim('T', 1)).toBe('T');
    expect(divideDim(7, 2)).toBe(4);
  });

  it('rounds up, in one division or in several', () => {
    const parts = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), parts, parts, (T, a, b) => {
        const [once] = resolveShape([divideDim('T', a)], { T });
        const [twice] = resolveShape([divideDim(divideDim('T', a), b)], { T });
        expect(once).toBe(Math.ceil(T / a));
        expect(twice).toBe(divideDim(once ?? 0, b));
      }),
    );
  });

  it('of a symbol without a number is a bug', () => {
    expect(() => resolveShape(['B', 'S/2'], { B: 1 })).toThrow('no size for S/2 in (B, S/2)');
  });
});
