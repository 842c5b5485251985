import { describe, expect, it } from 'vitest';
import { sampleToken, softmax } from './sampling';

const logits = new Float32Array([1, 5, 2, 0]);

describe('sampling', () => {
  it('gives softmax(1, 5, 2, 0) its four probabilities', () => {
    const expected = [0.01704033, 0.93037047, 0.04632042, 0.00626879];
    for (const [i, p] of softmax([1, 5, 2, 0]).entries())
      expect(p).toBeCloseTo(expected[i] ?? 0, 7);
  });

  it('does not overflow', () => {
    expect(softmax([10_000, 9_990])[0]).toBeCloseTo(0.9999546, 6);
  });

  it('takes the likeliest token at temperature 0, the lower id on a tie', () => {
    expect(sampleToken(logits, { temperature: 0, top_k: 0 }, 0.99)).toBe(1);
    expect(sampleToken(new Float32Array([3, 7, 7]), { temperature: 0, top_k: 0 }, 0.99)).toBe(1);
  });

  it('draws in proportion to the probabilities', () => {
    const at = (u: number) => sampleToken(logits, { temperature: 1, top_k: 0 }, u);
    expect([at(0), at(0.017), at(0.0171), at(0.9474), at(0.9475), at(0.9999)]).toEqual([
      0, 0, 1, 1, 2, 3,
    ]);
  });

  it('draws only among the top k', () => {
    const drawn = new Set<number>();
    for (let u = 0; u < 1; u += 0.001)
      drawn.add(sampleToken(logits, { temperature: 5, top_k: 2 }, u));
    expect([...drawn].sort()).toEqual([1, 2]);
  });

  it('answers a token even when rounding leaves a rest', () => {
    expect(sampleToken(logits, { temperature: 1, top_k: 0 }, 1 - 1e-17)).toBe(3);
  });
});
