import { mkdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import type { Project } from '@shared/contract/project';
import { withFileProblems } from '../files/fileProblem';
import { mustBeFree, namesIn } from '../files/freeFolder';
import { placeInside } from '../files/inside';
import { isHeldHere, takeLock } from '../files/lock';
import { writeProject } from '../files/projectFolder';

/** All that a project's folder can hold before its first run trains. The lock goes last: until then nobody else begins. */
const OURS = ['project.json', 'project.autosave.json', 'data', 'runs', 'project.lock'];

/** @throws ProblemError when `--out` names a folder that holds something else than a project. */
export async function mustBeFreeOut(folder: string): Promise<void> {
  await mustBeFree(folder, sameText(`--out ${folder}`));
}

/**
 * Begins a project in a free folder, and does the first work in it. When that fails, nothing of it is left.
 * @throws ProblemError when another program is there already, or was faster; what it wrote stays.
 */
export async function begun<T>(
  folder: string,
  project: Project,
  work: () => Promise<T>,
): Promise<T> {
  const place = resolve(folder);
  const first = await withFileProblems(basename(place), () => mkdir(place, { recursive: true }));
  try {
    return await holding(folder, async () => {
      await mustBeFreeOut(folder);
      return wholeOrNothing(place, project, work);
    });
  } catch (error) {
    await removeEmpty(place, first);
    throw error;
  }
}

/** Does work while nobody else may write into the folder. The project that is opened there takes the lock over. */
async function holding<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(resolve(folder));
  if (typeof lock === 'string') cannotBegin(folder, lock);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function wholeOrNothing<T>(
  place: string,
  project: Project,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await writeProject(place, project);
    return await work();
  } catch (error) {
    await takeBack(place);
    throw error;
  }
}

/** The folder was free when it was locked, so all of a project that is in it was made here, unless the lock was lost. */
async function takeBack(place: string): Promise<void> {
  if (!(await isHeldHere(place))) return;
  for (const name of OURS) await rm(join(place, name), { recursive: true, force: true });
}

/** first: the outermost folder that was made for the project. What somebody put there meanwhile stays. */
async function removeEmpty(place: string, first: string | undefined): Promise<void> {
  if (first === undefined) return;
  for (let at = place; at.length >= first.length; at = dirname(at))
    await rmdir(at).catch(() => undefined);
}

/** The texts that a project keeps, as `data/<name>`; null when it has no place for them yet. */
export async function textsIn(folder: string): Promise<readonly string[] | null> {
  const names = await namesIn(join(folder, 'data'), 'data');
  return names?.map((name) => `data/${name}`) ?? null;
}

/** Removes a text that was copied in, unless it is one of those that were there before. */
export async function takeBackText(
  folder: string,
  file: string,
  before: readonly string[] | null,
): Promise<void> {
  if (before?.includes(file) || !(await isHeldHere(folder))) return;
  await rm(await placeInside(folder, file), { force: true });
  if (before === null) await rmdir(join(folder, 'data')).catch(() => undefined);
}

function cannotBegin(folder: string, reason: 'open elsewhere' | 'read-only'): never {
  const where = sameText(`--out ${folder}`);
  if (reason === 'read-only')
    return fail(
      where,
      { en: 'nothing can be written into it.', zh: '无法写入该文件夹。' },
      { en: 'Choose another folder.', zh: '请选择其他文件夹。' },
    );
  return fail(
    where,
    { en: 'another project is being made in it right now.', zh: '该文件夹中正在创建另一个项目。' },
    {
      en: 'Wait until that is done, or choose another folder.',
      zh: '请等它完成，或选择其他文件夹。',
    },
  );
}
