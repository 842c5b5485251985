import { fail, sameText } from '@shared/contract/problem';
import { type Data, paramsSchema, tokenizerTypeSchema } from '@shared/contract/project';
import { findTokenizer, tokenizerByType } from '@shared/tokenizers/registry';
import { z } from 'zod';
import { parseAs } from '../files/zodProblem';
import { anyGiven, schemaValues } from './flags';

type Given = Readonly<Record<string, unknown>>;

/** Every param that some tokenizer has, by name. */
export function anyTokenizerSchema(): z.ZodObject {
  const fields = [...tokenizerByType.values()].flatMap(({ params }) =>
    Object.entries(params.shape),
  );
  return z.object(Object.fromEntries(fields));
}

/** A text that was just opened is cut like this. */
export const newText = { tokenizer: 'character' } as const satisfies Partial<Data>;

type Cut = Pick<Data, 'tokenizer' | 'tokenizerParams' | 'tokenizerFile'>;

/** The data with the tokenizer that was given, and its params. @throws ProblemError when it has no such param. */
export function withTokenizer<D extends Cut>(
  data: D,
  given: Given,
): D | (Omit<D, keyof Cut> & Cut) {
  const { tokenizer, tokenizerParams = {}, tokenizerFile: _, ...rest } = data;
  const chosen =
    typeof given.tokenizer === 'string'
      ? parseAs(tokenizerTypeSchema, given.tokenizer, '--tokenizer')
      : tokenizer;
  const { params } = findTokenizer(chosen);
  const foreign = paramsGiven(given).find((name) => !(name in params.shape));
  if (foreign !== undefined) noSuchParam(foreign, chosen);
  const isSame = chosen === tokenizer;
  if (isSame && !anyGiven(params, given)) return data;
  const values = schemaValues(params, given, isSame ? tokenizerParams : {});
  return { ...rest, tokenizer: chosen, tokenizerParams: paramsSchema.parse(values) };
}

/** @throws ProblemError when a tokenizer is given to a task, whose tokens are its own. */
export function mustHaveNoTokenizer(given: Given): void {
  const [name] = [
    ...(typeof given.tokenizer === 'string' ? ['tokenizer'] : []),
    ...paramsGiven(given),
  ];
  if (name === undefined) return;
  fail(
    sameText(`--${name}`),
    { en: 'a task has tokens of its own.', zh: '任务自带词元，不使用分词器。' },
    { en: `Leave out --${name}.`, zh: `请去掉 --${name}。` },
  );
}

function paramsGiven(given: Given): string[] {
  return Object.keys(anyTokenizerSchema().shape).filter((name) => typeof given[name] === 'string');
}

function noSuchParam(name: string, tokenizer: Data['tokenizer']): never {
  const having = [...tokenizerByType.values()].filter(({ params }) => name in params.shape);
  const others = having.map(({ type }) => `--tokenizer ${type}`).join(', ');
  return fail(
    sameText(`--${name}`),
    { en: `the tokenizer ${tokenizer} has no such param.`, zh: `分词器 ${tokenizer} 没有该参数。` },
    { en: `Leave it out, or use ${others}.`, zh: `请去掉它，或使用 ${others}。` },
  );
}
