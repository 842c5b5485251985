import { parseParams } from '../contract/params';
import { fail } from '../contract/problem';
import { bpe } from './bpe';
import { byte } from './byte';
import { character } from './character';
import type { AnyTokenizerKind, FitOptions, Platform, Tokenizer } from './tokenizer';
import { mustBeWhole } from './wholeText';
import { word } from './word';

/** Every tokenizer offered. Add one: write its file, list it here. */
const tokenizerKinds = [character, byte, word, bpe] as const satisfies readonly AnyTokenizerKind[];

export type TokenizerType = (typeof tokenizerKinds)[number]['type'];

export const tokenizerByType: ReadonlyMap<string, AnyTokenizerKind> = new Map(
  tokenizerKinds.map((kind): [string, AnyTokenizerKind] => [kind.type, kind]),
);

/** Of a program that does not say. */
const unknownPlatform: Platform = { icu: '' };

/**
 * Fits a tokenizer on the training part of a text.
 * @throws Problem when no such tokenizer exists, or a param is out of its range.
 */
export function fitTokenizer(
  type: string,
  train: string,
  specials: readonly string[] = [],
  options: Partial<Omit<FitOptions, 'specials'>> = {},
): Tokenizer {
  const kind = findTokenizer(type);
  const { platform = unknownPlatform, progress = () => undefined } = options;
  const params = parseParams(kind.params, options.params ?? {}, kind.title);
  mustBeWhole(train);
  return kind.open(kind.fit(train, { specials, params, platform, progress }), platform);
}

/**
 * Opens what `save` gave.
 * @throws Problem when it is not a saved tokenizer.
 */
export function loadTokenizer(saved: unknown, platform = unknownPlatform): Tokenizer {
  const type = typeof saved === 'object' && saved !== null && 'type' in saved ? saved.type : null;
  const kind = findTokenizer(String(type));
  const state = kind.state.safeParse(saved);
  if (state.success) return kind.open(state.data, platform);
  const issue = state.error.issues[0];
  const at = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  return fail(
    { en: `The saved tokenizer${at}`, zh: `保存的分词器${at.replace(' at ', ' ')}` },
    { en: `${issue?.message ?? 'not readable'}.`, zh: `内容有误（${issue?.message ?? ''}）。` },
    { en: 'Start a new run to fit it again.', zh: '请新建一次训练以重新建立词表。' },
  );
}

/** @throws Problem when no such tokenizer exists. */
export function findTokenizer(type: string): AnyTokenizerKind {
  const known = [...tokenizerByType.keys()].join(', ');
  return (
    tokenizerByType.get(type) ??
    fail(
      { en: 'Tokenizer', zh: '分词器' },
      { en: `there is no tokenizer "${type}".`, zh: `没有名为“${type}”的分词器。` },
      { en: `Use one of ${known}.`, zh: `可用：${known}。` },
    )
  );
}
