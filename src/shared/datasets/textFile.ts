import { exampleKey, keyOf } from '../tensor/random';
import { fitTokenizer } from '../tokenizers/registry';
import type { Tokenizer } from '../tokenizers/tokenizer';
import type { Dataset } from './dataset';
import { type TokenRow, tokenRow } from './tokens';

/** The last tenth of a text is for validation. */
const TRAIN_PART = 0.9;

export interface TextParts {
  readonly train: string;
  readonly val: string;
}

/** A text cut once, between two characters: the parts share nothing and together are the text. */
export function splitText(text: string): TextParts {
  const at = wholeCharacter(text, trainLength(text.length));
  return { train: text.slice(0, at), val: text.slice(at) };
}

/** UTF-16 units of the training part of a text with so many. */
export function trainLength(n_units: number): number {
  return Math.floor(n_units * TRAIN_PART);
}

/** The place `at` or, when it lies inside a character, the place before that. */
export function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/** A text as ids. */
export interface TokenizedText {
  readonly tokenizer: Tokenizer;
  readonly train: TokenRow;
  readonly val: TokenRow;
  /** Validation tokens never seen in training. */
  readonly n_unknown: number;
}

/** Encodes a text with a tokenizer that was fitted on its training part. */
export function tokenizeText(text: string, tokenizer: Tokenizer): TokenizedText {
  const parts = splitText(text);
  const val = tokenizer.encode(parts.val);
  return {
    tokenizer,
    train: tokenRow(tokenizer.encode(parts.train).ids),
    val: tokenRow(val.ids),
    n_unknown: val.n_unknown,
  };
}

/** Fits a tokenizer on the training part and encodes both. */
export function fitText(
  type: string,
  text: string,
  specials: readonly string[] = [],
): TokenizedText {
  return tokenizeText(text, fitTokenizer(type, splitText(text).train, specials));
}

/**
 * Windows of n_ctx + 1 tokens of a text: for training from random places, for validation one after the other,
 * each token a target once.
 */
export function textDataset({ tokenizer, train, val }: TokenizedText, n_ctx: number): Dataset {
  const n_starts = train.length - n_ctx;
  return {
    tokenizer,
    n_labels: 0,
    train(seed, i) {
      const start = windowStart(seed, i, n_starts);
      return { tokens: train.read(start, start + n_ctx + 1) };
    },
    n_val_examples: Math.floor((val.length - 1) / n_ctx),
    val: (i) => ({ tokens: val.read(i * n_ctx, (i + 1) * n_ctx + 1) }),
  };
}

/** Where training window i starts: uniform over 0 … n_starts − 1, from (seed, i) alone. */
export function windowStart(seed: number, i: number, n_starts: number): number {
  const key = keyOf(seed, Math.floor(i / 2 ** 31), 'windows');
  return Math.floor((exampleKey(key, i % 2 ** 31) / 2 ** 32) * n_starts);
}
