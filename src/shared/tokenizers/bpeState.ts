import { z } from 'zod';
import { alphabet, bytesOfSpelling } from './byteLevel';
import { splits } from './preTokens';

/** More tokens, or merges, than this are refused: those of GPT-2, Llama 3 and Qwen 2 have fewer. */
export const MOST_TOKENS = 160_000;
const LONGEST_TOKEN = 10_000;

const id = z.int().min(0).max(MOST_TOKENS);

const shape = z.object({
  type: z.literal('bpe'),
  split: z.enum(splits),
  /** What is done to a text before it is cut. */
  normalize: z.enum(['none', 'nfc']),
  /** By id, as spelled (byteLevel); empty for a special token and for an id that is not used. */
  tokens: z.array(z.string().max(LONGEST_TOKEN)).min(256).max(MOST_TOKENS),
  /** The two ids of each merge, in the order learnt: first, second, first, second … */
  merges: z.array(id).max(2 * MOST_TOKENS),
  /** How often each merge's pair stood in the text it was learnt from; empty when that is not known. */
  counts: z.array(z.int().min(0)).max(MOST_TOKENS),
  specials: z
    .array(
      z.object({
        text: z.string().min(1).max(200),
        id,
        /** Whether the token is meant where a text spells it. What an objective adds, no text can say. */
        inText: z.boolean(),
      }),
    )
    .max(1000),
});
export type BpeState = z.output<typeof shape>;

export const bpeStateSchema = shape.superRefine((state, context) => {
  const fault = faultOf(state);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

function faultOf(state: BpeState): string | null {
  const { tokens, merges, specials } = state;
  const used = tokens.filter((token) => token !== '');
  const known = new Set(used);
  if (known.size !== used.length) return 'expected every token once';
  if (alphabet.some((byte) => !known.has(byte)))
    return 'expected a token for each of the 256 bytes';
  if (used.some((token) => bytesOfSpelling(token) === null))
    return 'expected every token spelled in bytes';
  if (merges.length % 2 !== 0) return 'expected two ids for each merge';
  if (mergeResults(state).includes(-1)) return 'expected the token of every merge';
  const texts = new Set(specials.map(({ text }) => text));
  const ids = new Set(specials.map((special) => special.id));
  const apart = specials.every((special) => (tokens[special.id] ?? '') === '');
  const distinct = texts.size === specials.length && ids.size === specials.length && apart;
  return distinct ? null : 'expected every special token once';
}

/** The id that each merge makes; −1 where there is no such token. */
export function mergeResults({ tokens, merges }: Pick<BpeState, 'tokens' | 'merges'>): Int32Array {
  const idOf = idsByToken(tokens);
  const results = new Int32Array(merges.length >> 1);
  for (let merge = 0; merge < results.length; merge++) {
    const first = tokens[merges[2 * merge] ?? -1];
    const second = tokens[merges[2 * merge + 1] ?? -1];
    results[merge] = first && second ? (idOf.get(first + second) ?? -1) : -1;
  }
  return results;
}

export function idsByToken(tokens: readonly string[]): Map<string, number> {
  const ids = new Map<string, number>();
  tokens.forEach((token, at) => {
    if (token !== '') ids.set(token, at);
  });
  return ids;
}

/** The id of each byte, by its place in `alphabet`. */
export function byteTokens({ tokens }: Pick<BpeState, 'tokens'>): Int32Array {
  const idOf = idsByToken(tokens);
  return Int32Array.from(alphabet, (byte) => idOf.get(byte) ?? -1);
}

/** Every id is below it. */
export function sizeOf({ tokens, specials }: BpeState): number {
  return specials.reduce((size, special) => Math.max(size, special.id + 1), tokens.length);
}

/** The same tokenizer with these special tokens too, their ids after all others. */
export function withSpecials(state: BpeState, wanted: readonly string[]): BpeState {
  const known = new Set(state.specials.map(({ text }) => text));
  const start = sizeOf(state);
  const added = wanted
    .filter((text) => !known.has(text))
    .map((text, at) => ({ text, id: start + at, inText: false }));
  return { ...state, specials: [...state.specials, ...added] };
}
