import { basename } from 'node:path';
import { fail } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { bpeStateSchema } from '@shared/tokenizers/bpeState';
import { toTokenizerJson } from '@shared/tokenizers/huggingFace';
import { atomicWrite } from '../files/atomicWrite';
import { withFileProblems } from '../files/fileProblem';
import type { Cache } from './cache';
import type { Job } from './job';
import { prepare, projectCorpus } from './prepare';

export interface TokenizerRequest {
  readonly project: string;
  readonly cache: Cache;
  readonly data: Data;
}

/** The tokenizer of a project's text as it is saved. */
export async function savedTokenizer(request: TokenizerRequest, job: Job): Promise<unknown> {
  const { project, cache, data } = request;
  const corpus = await projectCorpus(cache, project, data);
  return (await prepare(cache, corpus, [], job)).tokenizer.save();
}

/** The tokenizer of a project's text as a `tokenizer.json`. @throws ProblemError when it has no such form. */
export async function exportTokenizer(
  request: TokenizerRequest & { readonly path: string },
  job: Job,
): Promise<null> {
  const state = bpeStateSchema.safeParse(await savedTokenizer(request, job));
  if (!state.success) noSuchForm();
  const text = toTokenizerJson(state.data);
  await withFileProblems(basename(request.path), () => atomicWrite(request.path, text));
  return null;
}

function noSuchForm(): never {
  return fail(
    { en: 'Tokenizer', zh: '分词器' },
    {
      en: 'only byte-pair encoding has the form of a tokenizer.json.',
      zh: '只有字节对编码（BPE）能写成 tokenizer.json。',
    },
    { en: 'Choose it first.', zh: '请先选择它。' },
  );
}
