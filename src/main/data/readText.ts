import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fail, sameText } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { withFileProblems } from '../files/fileProblem';
import { placeInside } from '../files/inside';
import { decodeText } from './decode';

/** No text of more bytes can be held, whatever its encoding. */
const MAX_BYTES = 1.1e9;

/** The bytes of a text file. @throws ProblemError when it cannot be read or is too large. */
export async function readBytes(path: string, name: string): Promise<Uint8Array> {
  return withFileProblems(name, async () => {
    const { size } = await stat(path);
    if (size > MAX_BYTES) tooLarge(size, name);
    return readFile(path);
  });
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * A project's text as it was when it was opened.
 * @throws ProblemError when its file is gone or has changed since: two texts must not mix in one run.
 */
export async function readProjectText(project: string, data: Data): Promise<string> {
  const bytes = await readBytes(await placeInside(project, data.file), data.name);
  if (sha256(bytes) !== data.sha256) changed(data);
  return decodeText(bytes, data.encoding, data.name).text;
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

function tooLarge(sizeBytes: number, name: string): never {
  const gigabytes = (sizeBytes / 1e9).toFixed(1);
  return fail(
    sameText(name),
    {
      en: `the file has ${gigabytes} GB; at most 1 GB can be read.`,
      zh: `文件有 ${gigabytes} GB，最多能读取 1 GB。`,
    },
    {
      en: 'Cut it into smaller files and open one of them.',
      zh: '请切成较小的文件后打开其中一个。',
    },
  );
}
