import { z } from 'zod';
import type { Problem, Text } from '../contract/problem';

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
  /** @throws Problem when the text holds half a character. */
  encode(text: string): Encoded;
  /** The text; special tokens by name, bytes that are no character as chips such as `⟨E4⟩`. */
  decode(ids: ArrayLike<number>): string;
  decoder(): StreamDecoder;
  /** How each token is shown in a row of tokens: whitespace visible. */
  pieces(ids: ArrayLike<number>): string[];
  /** Plain JSON that `loadTokenizer` takes back. */
  save(): unknown;
  /** Something to know about using it here, such as other rules for words than those it was fitted with. */
  readonly warning?: Problem;
}

/** Told now and then with the share that is done, 0 … 1. It may throw to end the work. */
export type Progress = (share: number) => void;

/** What a fit depends on besides the text. */
export interface FitOptions<P = Readonly<Record<string, unknown>>> {
  /** Tokens that the objective needs, such as `<mask>`. */
  readonly specials: readonly string[];
  readonly params: P;
  readonly platform: Platform;
  readonly progress: Progress;
}

/** What tokenizers need to know of the program they run in. */
export interface Platform {
  /** Version of the Unicode library, which decides where words end. */
  readonly icu: string;
}

/** A way to cut text into tokens. One file each, one line in registry.ts. */
export interface TokenizerKind<S extends z.ZodType, P extends z.ZodObject> {
  readonly type: string;
  readonly title: Text;
  readonly docs: { readonly summary: Text };
  /** What a person can set. Every field has a default and is described with `param`. */
  readonly params: P;
  /** What is kept of a fit. */
  readonly state: S;
  /** Learns from the training part only. */
  fit(train: string, options: FitOptions<z.output<P>>): z.output<S>;
  open(state: z.output<S>, platform: Platform): Tokenizer;
}

/** What the rest of the program sees. */
export type AnyTokenizerKind = TokenizerKind<z.ZodType, z.ZodObject>;

export function defineTokenizer<S extends z.ZodType, P extends z.ZodObject>(
  kind: TokenizerKind<S, P>,
): TokenizerKind<S, P> {
  return kind;
}

/** Describes a param for form, command line and help. */
export function param<S extends z.ZodType>(schema: S, title: Text, help: Text): S {
  return schema.meta({ title: title.en, name: title, help, description: help.en });
}

/** Names of special tokens, as a fit keeps them. */
export const specialsSchema = z.array(z.string().min(1).max(40)).max(100);
