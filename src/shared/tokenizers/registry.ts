import { fail } from '../contract/problem';
import { byte } from './byte';
import { character } from './character';
import type { AnyTokenizerKind, Tokenizer } from './tokenizer';

/** Every tokenizer offered. Add one: write its file, list it here. */
const tokenizerKinds = [character, byte] as const satisfies readonly AnyTokenizerKind[];

export type TokenizerType = (typeof tokenizerKinds)[number]['type'];

export const tokenizerByType: ReadonlyMap<string, AnyTokenizerKind> = new Map(
  tokenizerKinds.map((kind): [string, AnyTokenizerKind] => [kind.type, kind]),
);

/**
 * Fits a tokenizer on the training part of a text.
 * @throws Problem when no such tokenizer exists.
 */
export function fitTokenizer(
  type: string,
  train: string,
  specials: readonly string[] = [],
): Tokenizer {
  const kind = tokenizerByType.get(type) ?? unknownTokenizer(type);
  return kind.open(kind.fit(train, specials));
}

/**
 * Opens what `save` gave.
 * @throws Problem when it is not a saved tokenizer.
 */
export function loadTokenizer(saved: unknown): Tokenizer {
  const type = typeof saved === 'object' && saved !== null && 'type' in saved ? saved.type : null;
  const kind = tokenizerByType.get(String(type)) ?? unknownTokenizer(String(type));
  const state = kind.state.safeParse(saved);
  if (state.success) return kind.open(state.data);
  const issue = state.error.issues[0];
  const at = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  return fail(
    { en: `The saved tokenizer${at}`, zh: `保存的分词器${at.replace(' at ', ' ')}` },
    { en: `${issue?.message ?? 'not readable'}.`, zh: `内容有误（${issue?.message ?? ''}）。` },
    { en: 'Start a new run to fit it again.', zh: '请新建一次训练以重新建立词表。' },
  );
}

function unknownTokenizer(type: string): never {
  const known = [...tokenizerByType.keys()].join(', ');
  return fail(
    { en: 'Tokenizer', zh: '分词器' },
    { en: `there is no tokenizer "${type}".`, zh: `没有名为“${type}”的分词器。` },
    { en: `Use one of ${known}.`, zh: `可用：${known}。` },
  );
}
