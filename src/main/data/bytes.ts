import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { fail, sameText } from '@shared/contract/problem';
import { withFileProblems } from '../files/fileProblem';

/** Read at a time: what a file takes in memory does not grow with it. */
const CHUNK_BYTES = 2 ** 20;
/** Places in a file of tokens are counted with 32 bits. */
export const MAX_BYTES = 4e9;

type Use = (bytes: Uint8Array) => void | Promise<void>;

/**
 * Hands a file over piece by piece, in order; a piece is gone when the next one comes. `progress` hears the share read.
 * @throws ProblemError when it cannot be read or is too large.
 */
export async function eachChunk(
  path: string,
  name: string,
  use: Use,
  progress: (share: number) => void = () => undefined,
): Promise<void> {
  await withFileProblems(name, async () => {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      mustFit(size, name);
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(1, size)));
      for (let at = 0; ; ) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) break;
        await use(buffer.subarray(0, bytesRead));
        at += bytesRead;
        progress(Math.min(1, at / Math.max(1, size)));
      }
    } finally {
      await file.close();
    }
  });
}

/** What tells one content from another. @throws ProblemError when the file cannot be read. */
export async function sha256Of(path: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  await eachChunk(path, name, (bytes) => void hash.update(bytes));
  return hash.digest('hex');
}

/** @throws ProblemError when the file is gone. */
export async function sizeOf(path: string, name: string): Promise<number> {
  return withFileProblems(name, async () => (await stat(path)).size);
}

/** Size and time of change of a file. @throws ProblemError when it is gone. */
export async function stampOf(path: string, name: string): Promise<string> {
  return withFileProblems(name, async () => {
    const { size, mtimeMs, ino } = await stat(path);
    return [size, mtimeMs, ino].join();
  });
}

/** @throws ProblemError when a file is too large to be read. */
export function mustFit(sizeBytes: number, name: string): void {
  if (sizeBytes <= MAX_BYTES) return;
  const gigabytes = (sizeBytes / 1e9).toFixed(1);
  fail(
    sameText(name),
    {
      en: `the file has ${gigabytes} GB; at most 4 GB can be read.`,
      zh: `文件有 ${gigabytes} GB，最多能读取 4 GB。`,
    },
    {
      en: 'Cut it into smaller files and open one of them.',
      zh: '请切成较小的文件后打开其中一个。',
    },
  );
}
