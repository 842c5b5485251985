import { basename } from 'node:path';
import type { Data } from '@shared/contract/project';
import type { Metric } from '@shared/contract/trainer';
import { checkLength } from '@shared/datasets/textProblems';
import { withFileProblems } from '../files/fileProblem';
import { readMetrics } from '../files/metricsFile';
import type { Cache } from './cache';
import { importFolder } from './importFolder';
import { importText, previewText } from './importText';
import type { Job } from './job';
import { prepare, projectCorpus } from './prepare';
import { importTokenizer } from './tokenizerFile';
import { exportTokenizer, savedTokenizer } from './tokenizerOf';

export interface FitRequest {
  readonly project: string;
  readonly cache: Cache;
  readonly data: Data;
  /** Tokens that the objective needs besides those of the text. */
  readonly specials: readonly string[];
  readonly n_ctx: number;
}

export interface Fit {
  /** What the tokenizer saves. */
  readonly tokenizer: unknown;
  readonly n_vocab: number;
  readonly n_labels: number;
}

async function fit({ project, cache, data, specials, n_ctx }: FitRequest, job: Job): Promise<Fit> {
  const corpus = await projectCorpus(cache, project, data);
  const { tokenizer, tokens } = await prepare(cache, corpus, specials, job);
  const lengths = { train: tokens.n_train_tokens, val: tokens.n_val_tokens };
  if (!data.table) checkLength(data.name, lengths, n_ctx);
  const { n_vocab } = tokenizer;
  return { tokenizer: tokenizer.save(), n_vocab, n_labels: tokens.labels.length };
}

async function metrics(path: string): Promise<Metric[]> {
  return withFileProblems(basename(path), () => readMetrics(path));
}

/** What the data worker does, so that the main process never waits for a large file. */
export const jobs = {
  importText,
  importFolder,
  previewText,
  fit,
  metrics,
  importTokenizer,
  savedTokenizer,
  exportTokenizer,
} as const;

export type JobName = keyof typeof jobs;
export type JobArgs<K extends JobName> = Parameters<(typeof jobs)[K]>[0];
export type JobResult<K extends JobName> = Awaited<ReturnType<(typeof jobs)[K]>>;
