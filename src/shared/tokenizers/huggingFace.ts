// biome-ignore-all lint/style/useNamingConvention: the names of the file format
import { type BpeState, idsByToken, mergeResults } from './bpeState';
import type { Split } from './preTokens';

/** Pattern of ByteLevel when it cuts, as it stands in files that spell it out. */
export const GPT2_PATTERN = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;
export const HAN_PATTERN = String.raw`\p{Han}`;

const byteLevel = (useRegex: boolean) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: useRegex,
});

/** Cuts out every match of a pattern. */
const isolate = (pattern: string) => ({
  type: 'Split',
  pattern: { Regex: pattern },
  behavior: 'Isolated',
  invert: false,
});

const preTokenizers: Readonly<Record<Split, object>> = {
  gpt2: byteLevel(true),
  han: { type: 'Sequence', pretokenizers: [isolate(HAN_PATTERN), byteLevel(true)] },
  none: byteLevel(false),
};

/**
 * The file `tokenizer.json` of Hugging Face's library, which gives the same ids.
 * @see https://huggingface.co/docs/tokenizers
 */
export function toTokenizerJson(state: BpeState): string {
  const { tokens, merges, specials, split, normalize } = state;
  const results = mergeResults(state);
  const spelled = (at: number): string => tokens[merges[at] ?? 0] ?? '';
  const file = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map(({ text, id }) => ({
      id,
      content: text,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: normalize === 'nfc' ? { type: 'NFC' } : null,
    pre_tokenizer: preTokenizers[split],
    post_processor: null,
    decoder: { ...byteLevel(true), add_prefix_space: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(idsByToken(tokens)),
      merges: Array.from(results, (_, merge) => [spelled(2 * merge), spelled(2 * merge + 1)]),
    },
  };
  return JSON.stringify(file, null, 2);
}
