import { type Data, tokenizerTypeSchema } from '@shared/contract/project';
import { findTokenizer, tokenizerByType } from '@shared/tokenizers/registry';
import { z } from 'zod';
import { parseAs } from '../files/zodProblem';
import { anyGiven, schemaValues } from './flags';

type Given = Readonly<Record<string, unknown>>;

const paramsSchema = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]));

/** Every param that some tokenizer has, by name. */
export function anyTokenizerSchema(): z.ZodObject {
  const fields = [...tokenizerByType.values()].flatMap(({ params }) =>
    Object.entries(params.shape),
  );
  return z.object(Object.fromEntries(fields));
}

/** The data with the tokenizer that was given, and its params. @throws ProblemError */
export function withTokenizer(data: Data, given: Given): Data {
  const { tokenizerParams = {}, tokenizerFile: _, ...rest } = data;
  const chosen =
    typeof given.tokenizer === 'string'
      ? parseAs(tokenizerTypeSchema, given.tokenizer, '--tokenizer')
      : data.tokenizer;
  const { params } = findTokenizer(chosen);
  const isSame = chosen === data.tokenizer;
  if (isSame && !anyGiven(params, given)) return data;
  const values = schemaValues(params, given, isSame ? tokenizerParams : {});
  return { ...rest, tokenizer: chosen, tokenizerParams: paramsSchema.parse(values) };
}
