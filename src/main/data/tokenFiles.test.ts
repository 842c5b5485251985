import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../files/folder.testing';
import { keyOf, makeFolder, prune, readEntry, writeEntry } from './cache';
import { IdWriter, openIds, openRecords } from './tokenFiles';

const folder = temporaryFolder();

async function write(name: string, bytesPerId: 2 | 4, ...parts: ArrayLike<number>[]) {
  const path = join(folder, name);
  const writer = new IdWriter(path, bytesPerId);
  for (const part of parts) {
    writer.add(part);
    if (part.length % 2 === 0) await writer.drain();
  }
  await writer.close();
  return path;
}

describe('a file of tokens', () => {
  it('is plain little-endian uint16, as nanoGPT reads it', async () => {
    const path = await write('a.bin', 2, Uint8Array.of(1, 2), [3], Int32Array.of(65_535));
    expect(readFileSync(path)).toEqual(Buffer.from([1, 0, 2, 0, 3, 0, 255, 255]));
  });

  it.each([2, 4] as const)(
    'of %i bytes an id reads the same from memory and from disk',
    async (bytes) => {
      const ids = Int32Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 60_000);
      const path = await write(
        `b${bytes}.bin`,
        bytes,
        ids.subarray(0, 10),
        ids.subarray(10, 200_001),
        ids.subarray(200_001),
      );
      const [held, onDisk] = [openIds(path, bytes), openIds(path, bytes, 0)];
      expect([held.length, onDisk.length]).toEqual([300_000, 300_000]);
      for (const [from, to] of [
        [0, 5],
        [262_140, 262_150],
        [299_990, 300_020],
        [300_000, 300_010],
      ] as const) {
        expect(held.read(from, to)).toEqual(ids.slice(from, to));
        expect(onDisk.read(from, to)).toEqual(ids.slice(from, to));
      }
    },
  );

  it('with the ends of its fields holds records', async () => {
    const ids = openIds(await write('c.bin', 2, [1, 2, 3, 4, 5, 6]), 2);
    const records = openRecords(ids, await write('c.ends.bin', 4, [2, 3, 3, 6]));
    expect([records.length, records.n_tokens, records.size(0)]).toEqual([
      2,
      6,
      { input: 2, output: 1 },
    ]);
    expect(records.read(0)).toEqual({ input: Int32Array.of(1, 2), output: Int32Array.of(3) });
    expect(records.read(1)).toEqual({ input: Int32Array.of(), output: Int32Array.of(4, 5, 6) });
  });
});

describe('the cache', () => {
  const schema = z.object({ n: z.int() });

  it('answers what was put in, and nothing of what is broken', async () => {
    const cache = { folder: join(folder, 'entries') };
    expect(await readEntry(cache, 'x', schema)).toBeNull();
    await writeEntry(cache, 'x', { n: 1 });
    expect(await readEntry(cache, 'x', schema)).toEqual({ n: 1 });
    writeFileSync(join(cache.folder, 'x.json'), '{"n": 1');
    expect(await readEntry(cache, 'x', schema)).toBeNull();
    writeFileSync(join(cache.folder, 'x.json'), '{"n": "1"}');
    expect(await readEntry(cache, 'x', schema)).toBeNull();
  });

  it('has a folder as a whole or not at all', async () => {
    const cache = { folder: join(folder, 'folders') };
    const failing = makeFolder(cache, 'a', async (partial) => {
      writeFileSync(join(partial, 'half'), 'x');
      throw new Error('ended');
    });
    await expect(failing).rejects.toThrow('ended');
    expect(await readdir(cache.folder)).toEqual([]);
    await makeFolder(cache, 'a', async (partial) => writeFileSync(join(partial, 'whole'), 'x'));
    expect(await readdir(join(cache.folder, 'a'))).toEqual(['whole']);
  });

  it('lets go of what was used longest ago, and of what was never finished', async () => {
    const cache = { folder: join(folder, 'full') };
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000);
    for (const [name, hours] of [
      ['old', 3],
      ['newer', 2],
      ['newest', 1],
      ['left.tmp-1', 30],
      ['busy.tmp-2', 0],
    ] as const) {
      mkdirSync(join(cache.folder, name), { recursive: true });
      writeFileSync(join(cache.folder, name, 'train.bin'), 'x'.repeat(100));
      utimesSync(join(cache.folder, name), hoursAgo(hours), hoursAgo(hours));
    }
    await prune(cache, 350);
    expect((await readdir(cache.folder)).sort()).toEqual(['busy.tmp-2', 'newer', 'newest']);
    await prune(cache, 10);
    expect(await readdir(cache.folder)).toEqual(['busy.tmp-2']);
  });

  it('knows what it holds by what it was made from', () => {
    expect(keyOf('a', 1)).toBe(keyOf('a', 1));
    expect(keyOf('a', 1)).not.toBe(keyOf('a', '1'));
  });
});
