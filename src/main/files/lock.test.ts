import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './folder.testing';
import { takeLock } from './lock';

const folder = temporaryFolder();
const path = join(folder, 'project.lock');
/** The parent of the test's process is alive and not this process. */
const other = `${hostname()} ${process.ppid}\n`;

it('is had by one at a time', async () => {
  writeFileSync(path, other);
  expect(await takeLock(folder)).toBe('open elsewhere');
});

it('is free when its holder is gone', async () => {
  writeFileSync(path, `${hostname()} 4194300\n`);
  const lock = await takeLock(folder);
  expect(lock).toBeTypeOf('object');
  if (typeof lock === 'object') await lock.release();
  expect(existsSync(path)).toBe(false);
});

it('is free when nobody touched it for long, though its number is in use again', async () => {
  writeFileSync(path, other);
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(path, longAgo, longAgo);
  expect(await takeLock(folder)).toBeTypeOf('object');
});

it('cannot be had where nothing can be written', async () => {
  expect(await takeLock(join(folder, 'gone'))).toBe('read-only');
});
