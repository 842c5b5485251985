import type { z } from 'zod';
import { parseParams } from '../contract/params';
import { fail, type Text } from '../contract/problem';
import type { Example } from '../tensor/batch';
import { keyOf, type RandomStream, randomStream } from '../tensor/random';
import { symbolTokenizer } from '../tokenizers/symbols';
import type { Dataset } from './dataset';

/** A synthetic task with exact rules. One file each, one line in registry.ts. */
export interface Task<P extends z.ZodObject> {
  readonly type: string;
  readonly title: Text;
  readonly docs: { readonly summary: Text; readonly source: string };
  /** Every field has a default and is described with `param`. */
  readonly params: P;
  /** The objectives that can ask it, the one it is meant for first. */
  readonly objectives: readonly string[];
  /** Its vocabulary. Examples hold places in this list. */
  symbols(params: z.output<P>): readonly string[];
  /** Scores that a labelling objective needs for each place it labels. */
  n_labels?(params: z.output<P>): number;
  /** The most positions that one feed of an example takes. */
  longest(params: z.output<P>): number;
  make(random: RandomStream, params: z.output<P>): Example;
  /** Whether an example is kept for validation; without it, an eighth of all questions is. */
  isHeldOut?(example: Example, params: z.output<P>): boolean;
}

/** What the rest of the program sees. */
export type AnyTask = Task<z.ZodObject>;

export function defineTask<P extends z.ZodObject>(task: Task<P>): Task<P> {
  return task;
}

/** Describes a param for form, command line and help. */
export function param<S extends z.ZodType>(schema: S, help: Text): S {
  return schema.meta({ help, description: help.en });
}

/** Tokens that pairs are written with, besides those of the objective. */
const PAIR_SPECIALS = ['<bos>', '<eos>', '<sep>'];
const N_VAL_EXAMPLES = 1000;
const MOST_TRIES = 2000;

/**
 * A task as a data set. No training example is ever a validation example: each is drawn anew until it is on the
 * right side.
 *
 * @throws Problem when a param is out of its range.
 */
export function openTask(task: AnyTask, given: unknown, specials: readonly string[]): Dataset {
  const params = parseParams(task.params, given, task.title);
  const isPair = task.make(randomStream(0, 'form'), params).source !== undefined;
  const special = [...new Set([...(isPair ? PAIR_SPECIALS : []), ...specials])];
  const draw = (random: RandomStream, heldOut: boolean): Example => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const example = task.make(random, params);
      if (isHeldOut(task, example, params) === heldOut) return shift(example, special.length);
    }
    return failTooFew(task);
  };
  return {
    tokenizer: symbolTokenizer(special, task.symbols(params)),
    n_labels: task.n_labels?.(params) ?? 0,
    train: (seed, i) => draw(randomStream(seed, `train ${i}`), false),
    n_val_examples: N_VAL_EXAMPLES,
    val: (i) => draw(randomStream(0, `val ${i}`), true),
  };
}

/** @throws Problem when examples do not fit into n_ctx positions. */
export function checkLongest(task: AnyTask, given: unknown, n_ctx: number): void {
  const longest = task.longest(parseParams(task.params, given, task.title));
  if (longest <= n_ctx) return;
  fail(
    task.title,
    {
      en: `its examples are up to ${longest} tokens long, but n_ctx is ${n_ctx}.`,
      zh: `它的样例最长有 ${longest} 个词元，而 n_ctx 是 ${n_ctx}。`,
    },
    {
      en: `Set n_ctx to ${longest} or more.`,
      zh: `请把 n_ctx 设为 ${longest} 或更大。`,
    },
  );
}

function isHeldOut(task: AnyTask, example: Example, params: Record<string, unknown>): boolean {
  if (task.isHeldOut) return task.isHeldOut(example, params);
  return keyOf(0, 0, questionOf(example)) % 8 === 0;
}

/** What tells one example from another: the source when it has one, else its tokens. */
export function questionOf({ source, tokens }: Example): string {
  return [...(source ?? []), -1, ...(source === undefined ? (tokens ?? []) : [])].join();
}

/** The special tokens come first in the vocabulary. Labels are no tokens. */
function shift({ source, tokens, labels }: Example, by: number): Example {
  const moved = (ids: Int32Array) => ids.map((id) => id + by);
  return {
    ...(source && { source: moved(source) }),
    ...(tokens && { tokens: moved(tokens) }),
    ...(labels && { labels }),
  };
}

function failTooFew(task: AnyTask): never {
  return fail(
    task.title,
    {
      en: 'there are too few different questions to keep some for validation.',
      zh: '不同的题目太少，无法留出一部分用于验证。',
    },
    { en: 'Use longer sequences or more symbols.', zh: '请使用更长的序列或更多的符号。' },
  );
}

/** `n` symbols that read well: digits, then letters. */
export function plainSymbols(n: number): string[] {
  const letters = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return Array.from({ length: n }, (_, i) => letters[i] ?? `#${i}`);
}

/** `length` numbers below n. */
export function randomIds(random: RandomStream, length: number, n: number): Int32Array {
  return Int32Array.from({ length }, () => random.int(n));
}

/** `length` different numbers below n, in random order. */
export function differentIds(random: RandomStream, length: number, n: number): Int32Array {
  return random.shuffle(Int32Array.from({ length: n }, (_, i) => i)).subarray(0, length);
}
