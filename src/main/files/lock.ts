import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeDurable } from './atomicWrite';
import { fileErrorCode } from './fileProblem';

const LOCK_FILE = 'project.lock';
const TOUCH_MS = 30_000;
const FORGOTTEN_MS = 10 * TOUCH_MS;

/** The right to write into a project. */
export interface Lock {
  release(): Promise<void>;
}

/** Whether a process of this machine is alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return fileErrorCode(error) === 'EPERM';
  }
}

/** A lock left by a crash is known by its process being gone, or by nobody having touched it for long. */
async function holderIsAlive(path: string): Promise<boolean> {
  const [host, pid] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
  if (host === undefined || pid === undefined || !/^\d+$/.test(pid)) return false;
  const touchedMs = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (Math.abs(Date.now() - touchedMs) > FORGOTTEN_MS) return false;
  return host !== hostname() || (Number(pid) !== process.pid && isAlive(Number(pid)));
}

/** Takes the right to write into a project, or says why it cannot be had. */
export async function takeLock(folder: string): Promise<Lock | 'open elsewhere' | 'read-only'> {
  const path = join(folder, LOCK_FILE);
  const content = `${hostname()} ${process.pid}\n`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeDurable(path, content);
      return keepLock(path, content);
    } catch (error) {
      if (fileErrorCode(error) !== 'EEXIST') return 'read-only';
      if (await holderIsAlive(path)) return 'open elsewhere';
      await rm(path, { force: true });
    }
  }
  return 'open elsewhere';
}

function keepLock(path: string, content: string): Lock {
  const touch = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, TOUCH_MS);
  touch.unref();
  return {
    async release() {
      clearInterval(touch);
      const found = await readFile(path, 'utf8').catch(() => '');
      if (found === content) await rm(path, { force: true });
    },
  };
}
