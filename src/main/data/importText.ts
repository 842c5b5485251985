import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { DataPreview } from '@shared/contract/calls';
import type { Data } from '@shared/contract/project';
import { guessTable, refound } from '@shared/datasets/tables/guess';
import { keep, temporaryName } from '../files/atomicWrite';
import { withFileProblems } from '../files/fileProblem';
import { placeInside } from '../files/inside';
import { eachChunk, sizeOf } from './bytes';
import type { Cache } from './cache';
import { startOf } from './corpus';
import { type Encoding, encodingFinder } from './encoding';
import type { Job } from './job';
import { hashNow } from './prepare';
import { describeData } from './preview';

export interface ImportRequest {
  readonly source: string;
  /** The name shown, which may not be the source's own. */
  readonly name: string;
  readonly project: string;
  readonly cache: Cache;
  readonly tokenizer: Data['tokenizer'];
}

export interface PreviewRequest {
  readonly project: string;
  readonly cache: Cache;
  /** As it is to be read from now on. */
  readonly data: Data;
  /** null = find it. */
  readonly encoding: string | null;
}

/** Of all the work on a file, what copying takes. */
const COPY_SHARE = 0.15;

/** Copies a text's bytes into the project, named by their content, and describes it. */
export async function importText(request: ImportRequest, job: Job): Promise<DataPreview> {
  const { source, name, project, cache, tokenizer } = request;
  const partial = temporaryName(join(project, 'data', 'new'));
  try {
    const copying = (share: number) => job.progress(share * COPY_SHARE);
    const { sha256, sizeBytes, encoding } = await copyFile(source, partial, name, copying);
    const file = `data/${sha256.slice(0, 8)}${plainExtension(name)}`;
    const plain = { name, file, sha256, sizeBytes, encoding: encoding.label, tokenizer };
    const start = await startOf({ path: partial, data: plain });
    const data = { ...plain, table: guessTable(name, start) };
    const rest = {
      progress: (share: number) => job.progress(COPY_SHARE + share * (1 - COPY_SHARE)),
    };
    const preview = await describeData(cache, { path: partial, data }, start, rest);
    await withFileProblems(name, () => keep(partial, join(project, file)));
    return { ...preview, encodingFrom: encoding.from };
  } finally {
    await rm(partial, { force: true });
  }
}

interface Copied {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly encoding: Encoding;
}

async function copyFile(
  source: string,
  target: string,
  name: string,
  progress: (share: number) => void,
): Promise<Copied> {
  const hash = createHash('sha256');
  const finder = encodingFinder();
  let sizeBytes = 0;
  const copy = async () => {
    await mkdir(dirname(target), { recursive: true });
    const file = await open(target, 'wx');
    try {
      const take = async (bytes: Uint8Array) => {
        sizeBytes += bytes.length;
        hash.update(bytes);
        finder.push(bytes);
        await file.writeFile(bytes);
      };
      await eachChunk(source, name, take, progress);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  await withFileProblems(name, copy);
  return { sha256: hash.digest('hex'), sizeBytes, encoding: finder.end() };
}

function plainExtension(name: string): string {
  const extension = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(extension) ? extension : '.txt';
}

/** Describes a project's text as its file stands now. */
export async function previewText(request: PreviewRequest, job: Job): Promise<DataPreview> {
  const { project, cache, data: wanted, encoding: chosen } = request;
  const { name } = wanted;
  const path = await placeInside(project, wanted.file);
  const sha256 = await hashNow(cache, path, name);
  const encoding: Encoding =
    chosen === null ? await findEncoding(path, name) : { label: chosen, from: 'chosen' };
  const sizeBytes = await sizeOf(path, name);
  const plain = { ...wanted, sha256, sizeBytes, encoding: encoding.label };
  const start = await startOf({ path, data: plain });
  const { table } = wanted;
  const data = table?.input === '' ? { ...plain, table: refound(table, start) } : plain;
  const preview = await describeData(cache, { path, data }, start, job);
  return { ...preview, encodingFrom: encoding.from, changed: sha256 !== wanted.sha256 };
}

async function findEncoding(path: string, name: string): Promise<Encoding> {
  const finder = encodingFinder();
  await eachChunk(path, name, (bytes) => finder.push(bytes));
  return finder.end();
}
