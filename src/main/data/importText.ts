import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { DataPreview } from '@shared/contract/calls';
import type { Data } from '@shared/contract/project';
import { fitText } from '@shared/datasets/textFile';
import { describeText } from '@shared/datasets/textPreview';
import { checkText } from '@shared/datasets/textProblems';
import { temporaryName, writeDurable } from '../files/atomicWrite';
import { withFileProblems } from '../files/fileProblem';
import { placeInside } from '../files/inside';
import { decodeText } from './decode';
import { readBytes, sha256 } from './readText';

export interface ImportRequest {
  readonly source: string;
  /** The name shown, which may not be the source's own. */
  readonly name: string;
  readonly project: string;
  readonly tokenizer: Data['tokenizer'];
}

export interface PreviewRequest {
  readonly project: string;
  readonly data: Data;
  /** null = find it. */
  readonly encoding: string | null;
}

/** Copies a text's bytes into the project, named by their content, and describes it. */
export async function importText(request: ImportRequest): Promise<DataPreview> {
  const { source, name, project, tokenizer } = request;
  const bytes = await readBytes(source, name);
  const hash = sha256(bytes);
  const file = `data/${hash.slice(0, 8)}${plainExtension(name)}`;
  const data = { name, file, sha256: hash, sizeBytes: bytes.length, encoding: 'utf-8', tokenizer };
  const preview = previewOf(bytes, data, null);
  await withFileProblems(name, () => keep(join(project, file), bytes));
  return preview;
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = temporaryName(path);
  try {
    await writeDurable(partial, bytes);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

function plainExtension(name: string): string {
  const extension = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(extension) ? extension : '.txt';
}

/** Describes a project's text as its file stands now. */
export async function previewText(request: PreviewRequest): Promise<DataPreview> {
  const { project, data, encoding } = request;
  const bytes = await readBytes(await placeInside(project, data.file), data.name);
  const now = { ...data, sha256: sha256(bytes), sizeBytes: bytes.length };
  return previewOf(bytes, now, encoding);
}

function previewOf(bytes: Uint8Array, data: Data, encoding: string | null): DataPreview {
  const decoded = decodeText(bytes, encoding, data.name);
  checkText(data.name, decoded.text);
  const tokens = fitText(data.tokenizer, decoded.text);
  return {
    ...describeText(data.name, decoded.text, tokens),
    data: { ...data, encoding: decoded.encoding.label },
    encodingFrom: decoded.encoding.from,
  };
}
