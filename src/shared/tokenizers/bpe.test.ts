import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnBpe } from './bpeFit';
import { openMerges } from './bpeMerge';
import { bpeStateSchema } from './bpeState';
import { alphabet, bytesOfSpelling } from './byteLevel';
import { fitTokenizer, loadTokenizer } from './registry';

const quiet = () => undefined;
const fitted = (text: string, params: Readonly<Record<string, unknown>> = {}) =>
  fitTokenizer('bpe', text, [], { params });

describe('learning merges', () => {
  it('takes the most frequent pair, of equal ones that of the smaller ids', () => {
    const { tokens, counts } = learnBpe('ab ab ab cd cd cd xy', 'gpt2', 300, quiet);
    expect(tokens.slice(256)).toEqual(['ab', 'cd', 'Ġcd', 'Ġab']);
    expect(counts).toEqual([3, 3, 3, 2]);
  });

  it('counts what it merges: as a search through the whole text finds it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[abc ]{0,60}$/), (text) => {
        const learnt = learnBpe(text, 'none', 400, quiet);
        expect(learnt.tokens.slice(256)).toEqual(slowly(text, 400));
      }),
    );
  });

  it('says how far it is, and ends when it is told to', () => {
    const shares: number[] = [];
    const text = Array.from({ length: 20_000 }, (_, i) => `w${(i * 7919) % 1000} `).join('');
    learnBpe(text, 'gpt2', 600, (share) => shares.push(share));
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    const stop = () => {
      throw new Error('stopped');
    };
    expect(() => learnBpe(text, 'gpt2', 600, stop)).toThrow('stopped');
  });

  it.each(['gpt2', 'none'] as const)(
    'learns 2,048 tokens from 1 MB without counting its pairs anew for each, pre-tokenizer %s',
    (split) => {
      let seed = 1;
      // Lehmer's generator.
      const uniform = () => {
        seed = (seed * 48_271) % 0x7fffffff;
        return seed / 0x7fffffff;
      };
      const letters = () => String.fromCharCode(97 + Math.floor(26 * uniform() ** 2));
      const words = Array.from({ length: 5000 }, (_, i) =>
        Array.from({ length: 2 + (i % 9) }, letters).join(''),
      );
      const parts: string[] = [];
      for (let n = 0; n < 1e6; n += parts.at(-1)?.length ?? 0)
        parts.push(`${words[Math.floor(5000 * uniform() ** 3)]} `);
      // What counts anew takes minutes; this takes two seconds.
      expect(learnBpe(parts.join(''), split, 2048, quiet).tokens).toHaveLength(2048);
    },
  );

  it('stops where no pair stands twice', () => {
    expect(fitted('abcdef').n_vocab).toBe(256);
  });
});

/** The algorithm as its paper has it: counts every pair anew for each merge. */
function slowly(text: string, n_tokens: number): string[] {
  let symbols = [...text].map((character) => (character === ' ' ? 'Ġ' : character));
  const tokens = [...alphabet];
  for (let best = bestPair(symbols, tokens); best && tokens.length < n_tokens; ) {
    const [first, second] = best;
    if (!tokens.includes(first + second)) tokens.push(first + second);
    symbols = joined(symbols, first, second);
    best = bestPair(symbols, tokens);
  }
  return tokens.slice(256);
}

function bestPair(symbols: readonly string[], tokens: readonly string[]): [string, string] | null {
  const counts = new Map<string, number>();
  symbols.slice(1).forEach((second, i) => {
    const pair = `${symbols[i]} ${second}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  });
  const place = (pair: string, part: number) => tokens.indexOf(pair.split(' ')[part] ?? '');
  const [best] = [...counts].sort(
    ([a, countA], [b, countB]) =>
      countB - countA || place(a, 0) - place(b, 0) || place(a, 1) - place(b, 1),
  );
  const [first, second] = best?.[0].split(' ') ?? [];
  return first && second && (best?.[1] ?? 0) > 1 ? [first, second] : null;
}

function joined(symbols: readonly string[], first: string, second: string): string[] {
  const made: string[] = [];
  for (let i = 0; i < symbols.length; i++) {
    const isHere = symbols[i] === first && symbols[i + 1] === second;
    made.push(isHere ? first + second : (symbols[i] ?? ''));
    if (isHere) i++;
  }
  return made;
}

describe('applying merges', () => {
  it('puts earlier merges first, and of equal ones the leftmost', () => {
    const merger = openMerges([1, 2, 0, 1, 3, 2], [3, 4, 5]);
    expect(merger.merge([0, 1, 2])).toEqual([0, 3]);
    expect(merger.merge([1, 2, 2])).toEqual([5]);
    expect(openMerges([7, 7], [8]).merge([7, 7, 7])).toEqual([8, 7]);
  });

  it('applies only the first so many when asked to', () => {
    const merger = openMerges([1, 2, 3, 2], [3, 5]);
    expect(merger.merge([1, 2, 2], 0)).toEqual([1, 2, 2]);
    expect(merger.merge([1, 2, 2], 1)).toEqual([3, 2]);
  });
});

describe('byte-level BPE', () => {
  it('never lets a token cross what its pre-tokenizer cuts', () => {
    const text = '床前明月光，疑是地上霜。 the the '.repeat(20);
    const pieces = (split: string) => {
      const tokenizer = fitted(text, { split });
      return new Set(tokenizer.pieces(tokenizer.encode(text).ids));
    };
    expect(pieces('gpt2')).toContain('床前明月光');
    expect(pieces('han')).toContain('床');
    expect([...pieces('han')].every((piece) => [...piece].length === 1 || /the/.test(piece))).toBe(
      true,
    );
    expect([...pieces('none')].some((piece) => /光，疑/.test(piece))).toBe(true);
  });

  it('shows a part of a character as byte chips, whatever it is joined with', () => {
    const tokenizer = fitted('你佢');
    const shown = tokenizer.pieces(Array.from({ length: tokenizer.n_vocab }, (_, id) => id));
    expect(shown.join('')).not.toContain('\ufffd');
    expect(shown).toContain('⟨E4⟩');
    expect(shown).toContain('⟨E4⟩⟨BD⟩');
  });

  it('keeps the bytes of a character until it is whole', () => {
    const tokenizer = fitted('xyz');
    const decoder = tokenizer.decoder();
    const texts = Array.from(tokenizer.encode('你!').ids, (id) => decoder.push(id));
    expect(texts).toEqual(['', '', '你', '!']);
    decoder.push(tokenizer.encode('你').ids[0] ?? 0);
    expect(decoder.end()).toBe('⟨E4⟩');
  });

  it('finds special tokens in a text, the longest first', () => {
    const learnt = fitTokenizer('bpe', 'ab', ['<a>', '<a>b', '(^.*$)']).save();
    const { specials: found, ...rest } = bpeStateSchema.parse(learnt);
    const tokenizer = loadTokenizer({
      ...rest,
      specials: found.map((special) => ({ ...special, inText: true })),
    });
    const { specials } = tokenizer;
    expect(Array.from(tokenizer.encode('<a>b').ids)).toEqual([specials.get('<a>b')]);
    expect(Array.from(tokenizer.encode('<a>(^.*$)').ids)).toEqual([
      specials.get('<a>'),
      specials.get('(^.*$)'),
    ]);
  });

  it('spells every byte as one visible character', () => {
    expect(new Set(alphabet).size).toBe(256);
    expect(alphabet.every((character) => /^[^\s\p{C}]$/u.test(character))).toBe(true);
    expect(bytesOfSpelling('Ġa')).toEqual(Uint8Array.of(0x20, 0x61));
    expect(bytesOfSpelling('字')).toBeNull();
  });
});

describe('a saved BPE', () => {
  const state = bpeStateSchema.parse(fitted('ababab').save());
  it.each([
    [{ tokens: state.tokens.slice(1) }, 'expected a token for each of the 256 bytes'],
    [{ tokens: [...state.tokens, 'ab'] }, 'expected every token once'],
    [{ tokens: [...state.tokens, '字'] }, 'expected every token spelled in bytes'],
    [{ merges: [0, 1] }, 'expected the token of every merge'],
    [{ merges: [0] }, 'expected two ids for each merge'],
    [{ specials: [{ text: '<a>', id: 0, inText: true }] }, 'expected every special token once'],
  ])('is refused when it is not whole: %#', (change, message) => {
    expect(() => bpeStateSchema.parse({ ...state, ...change })).toThrow(message);
  });
});
