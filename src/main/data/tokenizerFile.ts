import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { withSpecials } from '@shared/tokenizers/bpeState';
import { readTokenizerJson } from '@shared/tokenizers/huggingFaceImport';
import { loadTokenizer } from '@shared/tokenizers/registry';
import type { Platform, Tokenizer } from '@shared/tokenizers/tokenizer';
import { atomicWrite } from '../files/atomicWrite';
import { withFileProblems } from '../files/fileProblem';
import { placeInside } from '../files/inside';
import { sha256Of, sizeOf } from './bytes';

/** The largest vocabularies in use take a fifth of it. */
const MOST_BYTES = 64e6;

type TokenizerFile = NonNullable<Data['tokenizerFile']>;

export interface TokenizerImport {
  readonly source: string;
  readonly name: string;
  readonly project: string;
}

/** Copies a `tokenizer.json` into the project. @throws ProblemError naming what in it is not supported. */
export async function importTokenizer(request: TokenizerImport): Promise<TokenizerFile> {
  const { source, name, project } = request;
  const text = await readTokenizerText(source, name);
  readTokenizerJson(name, text);
  const file = `data/tokenizer-${(await sha256Of(source, name)).slice(0, 8)}.json`;
  await withFileProblems(name, async () => {
    await mkdir(join(project, 'data'), { recursive: true });
    await atomicWrite(join(project, file), text);
  });
  return { name, file };
}

async function readTokenizerText(path: string, name: string): Promise<string> {
  const sizeBytes = await sizeOf(path, name);
  if (sizeBytes > MOST_BYTES) tooLarge(name, sizeBytes);
  return withFileProblems(name, () => readFile(path, 'utf8'));
}

/** The tokenizer that a project brought along, which lies beside its text. */
export async function openTokenizerFile(
  textPath: string,
  { name, file }: TokenizerFile,
  specials: readonly string[],
  platform: Platform,
): Promise<Tokenizer> {
  const path = await placeInside(dirname(textPath), basename(file));
  const state = readTokenizerJson(name, await readTokenizerText(path, name));
  return loadTokenizer(withSpecials(state, specials), platform);
}

function tooLarge(name: string, sizeBytes: number): never {
  const megabytes = Math.round(sizeBytes / 1e6);
  return fail(
    sameText(name),
    {
      en: `it has ${megabytes} MB; at most 64 MB can be read.`,
      zh: `文件有 ${megabytes} MB，最多能读取 64 MB。`,
    },
    {
      en: 'Choose the tokenizer.json of a byte-level BPE, such as that of GPT-2.',
      zh: '请选择字节级 BPE 的 tokenizer.json，例如 GPT-2 的。',
    },
  );
}
