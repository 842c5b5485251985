import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DataPreview } from '@shared/contract/calls';
import { fail, type Problem, ProblemError, sameText } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { checkText } from '@shared/datasets/textProblems';
import { keep, temporaryName } from '../files/atomicWrite';
import { withFileProblems } from '../files/fileProblem';
import { eachChunk } from './bytes';
import type { Cache } from './cache';
import { readText, startOf } from './corpus';
import { encodingFinder } from './encoding';
import type { Job } from './job';
import { describeData } from './preview';
import { TextWriter } from './textWriter';

export interface FolderRequest {
  readonly source: string;
  readonly project: string;
  readonly cache: Cache;
  readonly tokenizer: Data['tokenizer'];
}

const MOST_FILES = 100_000;
/** Of all the work on a folder, what joining its files takes. */
const JOIN_SHARE = 0.5;

/**
 * Joins the texts of a folder, in the order of their names, to one text of the project. What is no text is left out
 * and named.
 * @throws ProblemError when there is no text in it.
 */
export async function importFolder(request: FolderRequest, job: Job): Promise<DataPreview> {
  const { source, project, cache, tokenizer } = request;
  const name = basename(source);
  const files = await filesIn(source, name);
  const partial = temporaryName(join(project, 'data', 'new'));
  try {
    const target = await withFileProblems(name, async () => {
      await mkdir(dirname(partial), { recursive: true });
      return open(partial, 'wx');
    });
    const joining = (share: number) => job.progress(share * JOIN_SHARE);
    const writer = new TextWriter(target, name);
    const { sha256, sizeBytes, n_files, skipped } = await joinFiles(source, files, writer, joining);
    if (n_files === 0) noText(name, skipped);
    const file = `data/${sha256.slice(0, 8)}.txt`;
    const data = { name, file, sha256, sizeBytes, encoding: 'utf-8', tokenizer, n_files };
    const corpus = { path: partial, data };
    const rest = {
      progress: (share: number) => job.progress(JOIN_SHARE + share * (1 - JOIN_SHARE)),
    };
    const preview = await describeData(cache, corpus, await startOf(corpus), rest);
    await withFileProblems(name, () => keep(partial, join(project, file)));
    return { ...preview, encodingFrom: 'utf-8', skipped };
  } finally {
    await rm(partial, { force: true });
  }
}

/** Paths below the folder, sorted; what is hidden, and links, are passed over. */
async function filesIn(folder: string, name: string): Promise<string[]> {
  const found: string[] = [];
  await withFileProblems(name, () => collect(folder, '', found));
  if (found.length > MOST_FILES) tooMany(name);
  return found.sort();
}

async function collect(folder: string, inner: string, found: string[]): Promise<void> {
  const entries = await readdir(join(folder, inner), { withFileTypes: true });
  for (const entry of entries) {
    if (entry.name.startsWith('.') || found.length > MOST_FILES) continue;
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) await collect(folder, path, found);
    else if (entry.isFile()) found.push(path);
  }
}

interface Joined {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly n_files: number;
  readonly skipped: Problem[];
}

/** Writes the texts one after the other, then closes what they were written to. */
export async function joinFiles(
  folder: string,
  files: readonly string[],
  writer: TextWriter,
  progress: (share: number) => void,
): Promise<Joined> {
  const skipped: Problem[] = [];
  try {
    for (const [i, path] of files.entries()) {
      const reading = (share: number) => progress((i + share) / files.length);
      const problem = await append(writer, join(folder, path), path, reading);
      if (problem !== null) skipped.push(problem);
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
  const { sha256, sizeBytes } = writer;
  return { sha256: sha256(), sizeBytes, n_files: files.length - skipped.length, skipped };
}

/**
 * Adds one file in UTF-8, its last line ended. Answers why it was left out, if it was: half of it is never kept.
 * @throws ProblemError when it fails after a part of it was written.
 */
async function append(
  writer: TextWriter,
  path: string,
  name: string,
  progress: (share: number) => void,
): Promise<Problem | null> {
  const before = writer.sizeBytes;
  progress(0);
  try {
    const finder = encodingFinder();
    const find = (bytes: Uint8Array) => finder.push(bytes);
    await eachChunk(path, name, find, (share) => progress(share / 2));
    const plain = { name, file: '', sha256: '', sizeBytes: 0, tokenizer: 'byte' as const };
    const corpus = { path, data: { ...plain, encoding: finder.end().label } };
    checkText(name, await startOf(corpus));
    const copy = (text: string) => writer.write(text);
    await readText(corpus, copy, (share) => progress((1 + share) / 2));
    await writer.endLine();
    return null;
  } catch (error) {
    if (error instanceof ProblemError && writer.sizeBytes === before) return error.problem;
    throw error;
  }
}

function noText(name: string, skipped: readonly Problem[]): never {
  const n = skipped.length;
  return fail(
    sameText(name),
    n === 0
      ? { en: 'there is no file in this folder.', zh: '该文件夹中没有文件。' }
      : {
          en: `none of its ${n === 1 ? 'files' : `${n} files`} is a text.`,
          zh: `其中的 ${n} 个文件都不是文本。`,
        },
    { en: 'Choose a folder of text files.', zh: '请选择一个存放文本文件的文件夹。' },
  );
}

function tooMany(name: string): never {
  return fail(
    sameText(name),
    { en: 'it holds more than 100,000 files.', zh: '其中的文件超过 100,000 个。' },
    { en: 'Choose a smaller folder.', zh: '请选择较小的文件夹。' },
  );
}
