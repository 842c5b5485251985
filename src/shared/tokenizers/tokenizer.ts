import type { z } from 'zod';
import type { Text } from '../contract/problem';

/** Token ids in the narrowest array that holds the vocabulary: a 200 MB text must fit memory. */
export type Ids = Uint8Array | Uint16Array | Int32Array;

/** An empty array of the narrowest kind for ids 0 … n_vocab − 1. */
export function idArray(n_vocab: number, length: number): Ids {
  if (n_vocab <= 2 ** 8) return new Uint8Array(length);
  if (n_vocab <= 2 ** 16) return new Uint16Array(length);
  return new Int32Array(length);
}

export interface Encoded {
  readonly ids: Ids;
  /** Characters that the vocabulary lacks: each became `<unk>`. */
  readonly n_unknown: number;
}

/** Decodes ids that arrive one by one: answers the text that became whole, keeps the bytes that did not. */
export interface StreamDecoder {
  push(id: number): string;
  /** What was kept, as byte chips. */
  end(): string;
}

/** A tokenizer as fitted on a text. */
export interface Tokenizer {
  readonly type: string;
  /** Special tokens included. */
  readonly n_vocab: number;
  /** Changes whenever an id would mean something else. */
  readonly hash: string;
  /** Ids of the special tokens, such as `<unk>`. */
  readonly specials: ReadonlyMap<string, number>;
  encode(text: string): Encoded;
  /** The text; special tokens by name, bytes that are no character as chips such as `⟨e4⟩`. */
  decode(ids: ArrayLike<number>): string;
  decoder(): StreamDecoder;
  /** How each token is shown in a row of tokens: whitespace visible. */
  pieces(ids: ArrayLike<number>): string[];
  /** Plain JSON that `loadTokenizer` takes back. */
  save(): unknown;
}

/** A way to cut text into tokens. One file each, one line in registry.ts. */
export interface TokenizerKind<S extends z.ZodType> {
  readonly type: string;
  readonly title: Text;
  readonly docs: { readonly summary: Text };
  /** What is kept of a fit. */
  readonly state: S;
  /** Learns from the training part only. `specials` are tokens that no text contains, such as `<mask>`. */
  fit(train: string, specials: readonly string[]): z.output<S>;
  open(state: z.output<S>): Tokenizer;
}

/** What the rest of the program sees. */
export type AnyTokenizerKind = TokenizerKind<z.ZodType>;

export function defineTokenizer<S extends z.ZodType>(kind: TokenizerKind<S>): TokenizerKind<S> {
  return kind;
}
