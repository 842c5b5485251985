import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import { atomicWrite, writeDurable } from './atomicWrite';
import { fileErrorCode } from './fileProblem';

const LOCK_FILE = 'project.lock';
/** How often a holder shows that it lives. */
const TOUCH_MS = 5000;
/** A lock touched so long ago is doubted: its holder crashed, or a clock was set. */
const DOUBTED_MS = 300_000;

/** The right to write into a project. */
export interface Lock {
  release(): Promise<void>;
  /** Looks whether it is still held: another machine may have taken it while this one slept. */
  check(): Promise<void>;
}

export interface LockOptions {
  /** Somebody else has the lock now: nothing may be written any more. Called at most once. */
  readonly onLost?: () => void;
  readonly touchMs?: number;
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

async function touchedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/**
 * A lock left by a crash is known by its process being gone. When it may live, but has not touched its lock for long by the
 * clock, which may have jumped, it is watched for two touches.
 */
async function holderIsAlive(path: string, touchMs: number): Promise<boolean> {
  const [host, pid] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
  if (host === undefined || pid === undefined || !/^\d+$/.test(pid)) return false;
  const isOurs = host === hostname();
  if (isOurs && (Number(pid) === process.pid || !isAlive(Number(pid)))) return false;
  const before = await touchedAt(path);
  if (Math.abs(Date.now() - before) <= DOUBTED_MS) return true;
  await new Promise((resolve) => setTimeout(resolve, 2 * touchMs));
  return (await touchedAt(path)) !== before;
}

/** Takes the right to write into a project, or says why it cannot be had. */
export async function takeLock(
  folder: string,
  { onLost = () => undefined, touchMs = TOUCH_MS }: LockOptions = {},
): Promise<Lock | 'open elsewhere' | 'read-only'> {
  const path = join(folder, LOCK_FILE);
  const content = `${hostname()} ${process.pid} ${randomBytes(6).toString('hex')}\n`;
  for (let attempt = 0; attempt < 2; attempt++) {
    // The lock that this process has already is never gone for a moment.
    const write = (await isHeldHere(folder)) ? atomicWrite : writeDurable;
    try {
      await write(path, content);
      return keepLock(path, content, onLost, touchMs);
    } catch (error) {
      if (fileErrorCode(error) !== 'EEXIST') return 'read-only';
      if (await holderIsAlive(path, touchMs)) return 'open elsewhere';
      await rm(path, { force: true });
    }
  }
  return 'open elsewhere';
}

/**
 * For threads, which do not hear at once that the lock was lost.
 * @throws ProblemError when another process has the right to write into the project by now.
 */
export async function mustNotBeTaken(folder: string): Promise<void> {
  if (await isTaken(folder)) taken(folder);
}

/** Whether this process has the right to write into a project. */
export async function isHeldHere(folder: string): Promise<boolean> {
  return isOwn(await readFile(join(folder, LOCK_FILE), 'utf8').catch(() => ''));
}

/** Whether another process has the right to write into a project. */
export async function isTaken(folder: string): Promise<boolean> {
  return isOthers(await readFile(join(folder, LOCK_FILE), 'utf8').catch(() => ''));
}

/** The same for what is written without waiting. */
export function isTakenNow(folder: string): boolean {
  try {
    return isOthers(readFileSync(join(folder, LOCK_FILE), 'utf8'));
  } catch {
    return false;
  }
}

function isOthers(lock: string): boolean {
  return lock.trim() !== '' && !isOwn(lock);
}

function isOwn(lock: string): boolean {
  return lock.startsWith(`${hostname()} ${process.pid} `);
}

function taken(folder: string): never {
  return fail(
    sameText(basename(folder)),
    {
      en: 'another window writes into the project by now, so nothing is saved from here.',
      zh: '该项目现由另一个窗口写入，此处不再保存。',
    },
    {
      en: 'Close the other window and open it again, or save it under another name.',
      zh: '请关闭另一个窗口后重新打开，或另存为新项目。',
    },
  );
}

function keepLock(path: string, content: string, onLost: () => void, touchMs: number): Lock {
  let held = true;
  const letGo = () => {
    held = false;
    clearInterval(timer);
  };
  const check = async () => {
    const found = await readFile(path, 'utf8').catch(() => null);
    if (!held) return;
    if (found === content) {
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
    } else if (found !== null) {
      letGo();
      onLost();
    }
  };
  const timer = setInterval(() => void check(), touchMs);
  timer.unref();
  return {
    check,
    async release() {
      if (!held) return;
      letGo();
      const found = await readFile(path, 'utf8').catch(() => '');
      if (found === content) await rm(path, { force: true });
    },
  };
}
