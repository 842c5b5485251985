import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { atomicWrite, temporaryName } from '../files/atomicWrite';

/** Beyond this the entries used longest ago go. */
const MOST_BYTES = 6e9;
const ABANDONED_MS = 24 * 3600 * 1000;

/** Things that can be computed again, kept in the program's own folder: each is whole or absent. */
export interface Cache {
  readonly folder: string;
}

/** Where a program keeps it. */
export function cacheFolder(userData: string): string {
  return join(userData, 'cache');
}

/** A name for what was computed from these. */
export function keyOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}

/** A small entry; null when it is not there, or not as it should be. */
export async function readEntry<S extends z.ZodType>(
  { folder }: Cache,
  key: string,
  schema: S,
): Promise<z.output<S> | null> {
  try {
    const read = schema.safeParse(JSON.parse(await readFile(join(folder, `${key}.json`), 'utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

export async function writeEntry({ folder }: Cache, key: string, value: unknown): Promise<void> {
  await mkdir(folder, { recursive: true });
  await atomicWrite(join(folder, `${key}.json`), JSON.stringify(value));
}

/** Makes a folder of files: it appears when `fill` is done, or not at all. */
export async function makeFolder(
  { folder }: Cache,
  key: string,
  fill: (partial: string) => Promise<void>,
): Promise<string> {
  const place = join(folder, key);
  const partial = temporaryName(place);
  await mkdir(partial, { recursive: true });
  try {
    await fill(partial);
    await rm(place, { recursive: true, force: true });
    await rename(partial, place);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return place;
}

/** Says that an entry is in use. */
export async function touch(place: string): Promise<void> {
  const now = new Date();
  await utimes(place, now, now).catch(() => undefined);
}

interface Entry {
  readonly place: string;
  readonly usedAt: number;
  readonly sizeBytes: number;
}

/** Lets go of what is too much, the entries used longest ago first, and of what was never finished. */
export async function prune({ folder }: Cache, most = MOST_BYTES): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const entries = await Promise.all(names.map((name) => entryAt(join(folder, name))));
  const found = entries.filter((entry): entry is Entry => entry !== null);
  const isAbandoned = ({ place, usedAt }: Entry) =>
    place.includes('.tmp-') && Date.now() - usedAt > ABANDONED_MS;
  let total = 0;
  for (const entry of found.sort((a, b) => b.usedAt - a.usedAt)) {
    total += entry.sizeBytes;
    const isLast = total === entry.sizeBytes;
    if (isAbandoned(entry) || (total > most && !isLast)) {
      await rm(entry.place, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function entryAt(place: string): Promise<Entry | null> {
  try {
    const { mtimeMs, size } = await stat(place);
    const files = await readdir(place).catch(() => null);
    if (files === null) return { place, usedAt: mtimeMs, sizeBytes: size };
    const sizes = await Promise.all(
      files.map(async (file) => (await stat(join(place, file))).size),
    );
    return { place, usedAt: mtimeMs, sizeBytes: sizes.reduce((sum, each) => sum + each, 0) };
  } catch {
    return null;
  }
}
