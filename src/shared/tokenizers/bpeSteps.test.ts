import { describe, expect, it } from 'vitest';
import { bpeStateSchema } from './bpeState';
import { openSteps } from './bpeSteps';
import { fitTokenizer } from './registry';

const text = 'low lower lowest 你你你';
const tokenizer = fitTokenizer('bpe', text);
const steps = openSteps(bpeStateSchema.parse(tokenizer.save()));

describe('looking at a BPE merge by merge', () => {
  it('begins with bytes and ends with its tokens', () => {
    expect(steps.cut('lo 你', 0).pieces).toEqual(['l', 'o', '␣', '⟨E4⟩', '⟨BD⟩', '⟨A0⟩']);
    const whole = steps.cut(text, steps.n_merges).pieces;
    expect(whole).toEqual(tokenizer.pieces(tokenizer.encode(text).ids));
  });

  it('names each merge, what it makes, and how often that stood in the text', () => {
    expect(steps.merge(1)).toEqual({ first: 'l', second: 'o', made: 'lo', count: 3 });
    expect(steps.merge(0)).toBeNull();
    expect(steps.merge(steps.n_merges + 1)).toBeNull();
  });

  it('marks what the last merge made', () => {
    const { pieces, isNew } = steps.cut('slow', 1);
    expect(pieces).toEqual(['s', 'lo', 'w']);
    expect(isNew).toEqual([false, true, false]);
  });

  it('never makes more tokens with more merges', () => {
    let before = Number.POSITIVE_INFINITY;
    for (let n = 0; n <= steps.n_merges; n++) {
      const now = steps.cut(text, n).pieces.length;
      expect(now).toBeLessThanOrEqual(before);
      before = now;
    }
  });
});
