import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A name beside `path` for something that is not whole yet. */
export function temporaryName(path: string): string {
  return `${path}.tmp-${randomBytes(6).toString('hex')}`;
}

/** Writes a new file and waits until the disk has it. */
export async function writeDurable(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a file as a whole: whoever reads it, even after a power cut, finds the old or the new content. */
export async function atomicWrite(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await writeDurable(temporary, content);
    await keep(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Gives what is whole, and on disk, its name. */
export async function keep(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Makes a rename in this folder survive a power cut, where the system can (Windows cannot open a folder). */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // The content is on disk either way; only the moment of its new name is not certain.
  }
}
