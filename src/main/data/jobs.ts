import { basename } from 'node:path';
import type { Data } from '@shared/contract/project';
import type { Metric } from '@shared/contract/trainer';
import { fitText } from '@shared/datasets/textFile';
import { checkLength, checkText } from '@shared/datasets/textProblems';
import { withFileProblems } from '../files/fileProblem';
import { readMetrics } from '../files/metricsFile';
import { importText, previewText } from './importText';
import { readProjectText } from './readText';

export interface FitRequest {
  readonly project: string;
  readonly data: Data;
  /** Tokens that the objective needs besides those of the text. */
  readonly specials: readonly string[];
  readonly n_ctx: number;
}

export interface Fit {
  /** What the tokenizer saves. */
  readonly tokenizer: unknown;
  readonly n_vocab: number;
}

async function fit({ project, data, specials, n_ctx }: FitRequest): Promise<Fit> {
  const text = await readProjectText(project, data);
  checkText(data.name, text);
  const tokens = fitText(data.tokenizer, text, specials);
  checkLength(data.name, tokens, n_ctx);
  return { tokenizer: tokens.tokenizer.save(), n_vocab: tokens.tokenizer.n_vocab };
}

async function metrics(path: string): Promise<Metric[]> {
  return withFileProblems(basename(path), () => readMetrics(path));
}

/** What the data worker does, so that the main process never waits for a large file. */
export const jobs = { importText, previewText, fit, metrics } as const;

export type JobName = keyof typeof jobs;
export type JobArgs<K extends JobName> = Parameters<(typeof jobs)[K]>[0];
export type JobResult<K extends JobName> = Awaited<ReturnType<(typeof jobs)[K]>>;
