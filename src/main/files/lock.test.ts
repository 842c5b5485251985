import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from './folder.testing';
import { isHeldHere, takeLock } from './lock';

const folder = temporaryFolder();
const path = join(folder, 'project.lock');
/** The parent of the test's process is alive and not this process. */
const other = `${hostname()} ${process.ppid}\n`;
const longAgo = () => new Date(Date.now() - 3_600_000);

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

it('is free when nobody touches it any more, though its number is in use again', async () => {
  writeFileSync(path, other);
  utimesSync(path, longAgo(), longAgo());
  const lock = await takeLock(folder, { touchMs: 50 });
  expect(lock).toBeTypeOf('object');
  if (typeof lock === 'object') await lock.release();
});

it.each([hostname(), 'another-machine'])(
  'is kept when the clock jumps, by whoever still touches it: %s',
  async (host) => {
    writeFileSync(path, `${host} ${process.ppid}\n`);
    utimesSync(path, longAgo(), longAgo());
    let ms = longAgo().getTime();
    const touches = setInterval(() => {
      ms += 20;
      utimesSync(path, new Date(ms), new Date(ms));
    }, 20);
    expect(await takeLock(folder, { touchMs: 100 })).toBe('open elsewhere');
    clearInterval(touches);
  },
);

it('cannot be had where nothing can be written', async () => {
  expect(await takeLock(join(folder, 'gone'))).toBe('read-only');
});

it('is lost to whoever took it while this machine slept, and is then left alone', async () => {
  writeFileSync(path, `${hostname()} 4194300\n`);
  const onLost = vi.fn();
  const lock = await takeLock(folder, { onLost });
  if (typeof lock === 'string') throw new Error(lock);
  await lock.check();
  expect(onLost).not.toHaveBeenCalled();
  writeFileSync(path, other);
  await lock.check();
  await lock.check();
  expect(onLost).toHaveBeenCalledTimes(1);
  await lock.release();
  expect(existsSync(path)).toBe(true);
});

it('passes from hand to hand within a process, and is never free meanwhile', async () => {
  writeFileSync(path, `${hostname()} 4194300\n`);
  expect(await isHeldHere(folder)).toBe(false);
  let lock = await takeLock(folder);
  let [looks, taking] = [0, true];
  const look = async () => {
    for (; taking; looks++) {
      expect(existsSync(path)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const take = async () => {
    for (let i = 0; i < 50; i++) {
      const before = lock;
      lock = await takeLock(folder);
      if (typeof before === 'object') await before.release();
    }
    taking = false;
  };
  await Promise.all([look(), take()]);
  expect(looks).toBeGreaterThan(50);
  expect(await isHeldHere(folder)).toBe(true);
  if (typeof lock === 'object') await lock.release();
  expect(existsSync(path)).toBe(false);
});
