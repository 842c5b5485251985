import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import type { z } from 'zod';
import { atomicWrite } from './atomicWrite';
import { withFileProblems } from './fileProblem';
import { parseAs, parseJson } from './zodProblem';

/** A drawing of 2,000 nodes is under 1 MB: what is larger was not written by us. */
const MAX_BYTES = 32 * 2 ** 20;

/** The value of a JSON file, unchecked. */
export async function readJson(path: string): Promise<unknown> {
  const name = basename(path);
  const text = await withFileProblems(name, async () => {
    const { size } = await stat(path);
    if (size > MAX_BYTES) tooLarge(name, size);
    return readFile(path, 'utf8');
  });
  return parseJson(text.replace(/^\ufeff/, ''), name);
}

/** @throws ProblemError that names the file and the place inside it. */
export async function readJsonAs<S extends z.ZodType>(
  path: string,
  schema: S,
): Promise<z.output<S>> {
  return parseAs(schema, await readJson(path), basename(path));
}

/** Two-space JSON, one trailing newline: a person can read it and a diff shows what changed. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await withFileProblems(basename(path), () =>
    atomicWrite(path, `${JSON.stringify(value, null, 2)}\n`),
  );
}

function tooLarge(name: string, size: number): never {
  const megabytes = Math.round(size / 2 ** 20);
  return fail(
    sameText(name),
    {
      en: `it has ${megabytes} MB; at most 32 MB were expected.`,
      zh: `文件有 ${megabytes} MB，最多应为 32 MB。`,
    },
    { en: 'This file was not written by Toyformer.', zh: '该文件不是由 Toyformer 写出的。' },
  );
}
