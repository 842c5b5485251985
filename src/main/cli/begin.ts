import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import type { Project } from '@shared/contract/project';
import { withFileProblems } from '../files/fileProblem';
import { writeProject } from '../files/projectFolder';

/** All that a project's folder can hold before its first run trains. */
const OURS = ['project.json', 'project.autosave.json', 'project.lock', 'data', 'runs'];

/** Begins a project in a free folder, and does the first work in it. When that fails, nothing of it is left. */
export async function begun<T>(
  folder: string,
  project: Project,
  work: () => Promise<T>,
): Promise<T> {
  const place = resolve(folder);
  const first = await withFileProblems(basename(place), () => mkdir(place, { recursive: true }));
  try {
    await writeProject(place, project);
    return await work();
  } catch (error) {
    await takeBack(place, first);
    throw error;
  }
}

/** first: the outermost folder that was made for it. */
async function takeBack(folder: string, first: string | undefined): Promise<void> {
  for (const name of OURS) await rm(join(folder, name), { recursive: true, force: true });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = dirname(at)) {
    // What somebody put there meanwhile stays.
    await rmdir(at).catch(() => undefined);
  }
}

/** The texts that a project keeps, as `data/<name>`. */
export async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'data')).catch(() => []);
  return names.map((name) => `data/${name}`);
}

/** Removes a text, unless it is one of those that were there before. */
export async function takeBackText(
  folder: string,
  file: string,
  before: readonly string[],
): Promise<void> {
  if (before.includes(file)) return;
  await rm(join(folder, file), { force: true });
  await rmdir(join(folder, 'data')).catch(() => undefined);
}

/** @throws ProblemError when the folder holds more than what a killed beginning left of its own. */
export async function mustBeFree(folder: string): Promise<void> {
  const all = await readdir(folder).catch(() => []);
  const { length: n } = all.filter((name) => !name.includes('.tmp-'));
  if (n === 0) return;
  fail(
    sameText(`--out ${folder}`),
    {
      en: `it holds ${n} ${n === 1 ? 'file or folder' : 'files or folders'} and no project.`,
      zh: `其中有 ${n} 个文件或文件夹，但没有项目。`,
    },
    { en: 'Name a new or an empty folder.', zh: '请指定新的或空的文件夹。' },
  );
}
