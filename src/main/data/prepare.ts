import { fail, sameText } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import type { TokenizedRecords } from '@shared/datasets/records';
import { characterSample, startSample } from '@shared/datasets/sample';
import type { TokenizedText } from '@shared/datasets/textFile';
import { fitTokenizer, loadTokenizer } from '@shared/tokenizers/registry';
import type { Tokenizer } from '@shared/tokenizers/tokenizer';
import { z } from 'zod';
import { placeInside } from '../files/inside';
import { sha256Of, stampOf } from './bytes';
import { type Cache, keyOf, readEntry, writeEntry } from './cache';
import { type Corpus, Enough, readParts, untilEnough } from './corpus';
import { type Job, plainJob } from './job';
import { type Measures, measure, measuresSchema } from './measure';
import { platform } from './platform';
import { findTokens, openTokens, readingOf, type Tokens, writeTokens } from './tokenize';
import { openTokenizerFile } from './tokenizerFile';

/** A text or table, read: its tokenizer, and its tokens in the cache. */
export interface Prepared {
  readonly tokenizer: Tokenizer;
  readonly measures: Measures;
  readonly tokens: Tokens;
}

const fitSchema = z.object({ tokenizer: z.unknown(), measures: measuresSchema });

/** Shares of the work: measuring, fitting, encoding. */
const STAGES = [0.2, 0.45, 1] as const;

/**
 * Fits the tokenizer on the training part and writes the tokens of both parts, unless that was done before.
 * @throws ProblemError when there is too little to read, or it is no text.
 */
export async function prepare(
  cache: Cache,
  corpus: Corpus,
  specials: readonly string[],
  job: Job,
): Promise<Prepared> {
  const { data } = corpus;
  const { tokenizerParams: params = {}, tokenizerFile } = data;
  // Words are cut by the platform's rules: a fit by other rules is another fit.
  const rules = data.tokenizer === 'word' ? platform.icu : null;
  const how = [data.tokenizer, params, tokenizerFile ?? null, rules];
  const key = `fit-${keyOf(readingOf(data), how, specials)}`;
  const known = await readEntry(cache, key, fitSchema);
  if (known !== null) {
    const tokenizer = loadTokenizer(known.tokenizer, platform);
    const { measures } = known;
    const found = await findTokens(cache, data, tokenizer);
    const tokens = found ?? (await writeTokens(cache, corpus, measures, tokenizer, job.progress));
    return { tokenizer, measures, tokens };
  }
  const measures = await measure(corpus, stage(job, 0));
  const tokenizer = await fitted(corpus, measures, specials, job);
  const tokens = await writeTokens(cache, corpus, measures, tokenizer, stage(job, 2));
  await writeEntry(cache, key, { tokenizer: tokenizer.save(), measures });
  return { tokenizer, measures, tokens };
}

function stage(job: Job, number: 0 | 1 | 2) {
  const from = STAGES[number - 1] ?? 0;
  return (share: number) => job.progress(from + share * (STAGES[number] - from));
}

async function fitted(
  corpus: Corpus,
  measures: Measures,
  specials: readonly string[],
  job: Job,
): Promise<Tokenizer> {
  const { data } = corpus;
  if (data.tokenizerFile !== undefined)
    return openTokenizerFile(corpus.path, data.tokenizerFile, specials, platform);
  const sample = data.tokenizer === 'character' ? characterSample() : startSample();
  // More of the text would not change the fit.
  const add = (text: string) => {
    if (!sample.add(text)) throw new Enough();
  };
  const hear = {
    text: (part: string, piece: string) => part === 'train' && add(piece),
    record(part: string, { input, output }: { input: string; output: string }) {
      if (part !== 'train') return;
      add(input);
      if (data.table?.use === 'pair') add(output);
    },
  };
  await untilEnough(readParts(corpus, measures, hear, stage(job, 1)));
  return fitTokenizer(data.tokenizer, sample.text(), specials, {
    params: data.tokenizerParams ?? {},
    platform,
    progress: stage(job, 1),
  });
}

/** Below this a file is read again to see whether it changed; of a larger one, its time of change is enough. */
const ALWAYS_READ_BYTES = 64e6;
const stampSchema = z.object({ stamp: z.string(), sha256: z.string() });

/** The hash of a file's content. */
export async function hashNow(cache: Cache, path: string, name: string): Promise<string> {
  const stamp = await stampOf(path, name);
  const key = `seen-${keyOf(path)}`;
  const seen = await readEntry(cache, key, stampSchema);
  const isLarge = Number.parseInt(stamp, 10) > ALWAYS_READ_BYTES;
  if (isLarge && seen?.stamp === stamp) return seen.sha256;
  const sha256 = await sha256Of(path, name);
  if (isLarge) await writeEntry(cache, key, { stamp, sha256 });
  return sha256;
}

/**
 * Where the bytes of a project's text lie.
 * @throws ProblemError when its file is gone or has changed since: two texts must not mix in one run.
 */
export async function projectCorpus(cache: Cache, project: string, data: Data): Promise<Corpus> {
  const path = await placeInside(project, data.file);
  if ((await hashNow(cache, path, data.name)) !== data.sha256) changed(data);
  return { path, data };
}

/** The tokens of a run's text, made again when the cache has lost them. */
export async function tokensOfRun(
  cache: Cache,
  project: string,
  data: Data,
  tokenizer: Tokenizer,
): Promise<TokenizedText | TokenizedRecords> {
  const corpus = await projectCorpus(cache, project, data);
  const found = await findTokens(cache, data, tokenizer);
  try {
    if (found !== null) return openTokens(cache, data, tokenizer, found);
  } catch {
    // A cache is not worth a word: what somebody took out of it is made again.
  }
  const measures = await measure(corpus, plainJob.progress);
  const tokens = await writeTokens(cache, corpus, measures, tokenizer, plainJob.progress);
  return openTokens(cache, data, tokenizer, tokens);
}

function changed(data: Data): never {
  return fail(
    sameText(data.name),
    {
      en: `${data.file} has changed since the run began.`,
      zh: `${data.file} 在训练开始后被改动过。`,
    },
    {
      en: 'Put the former file back, or open the text again and start a new run.',
      zh: '请恢复原来的文件，或重新打开该文本并新建一次训练。',
    },
  );
}
