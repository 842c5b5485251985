import { access, cp, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';
import { type Project, projectSchema } from '@shared/contract/project';
import { syncFolder, temporaryName } from './atomicWrite';
import { withFileProblems } from './fileProblem';
import { readJson, writeJson } from './jsonFile';
import { migrate } from './migrations';
import { parseAs } from './zodProblem';

const PROJECT_FILE = 'project.json';
const AUTOSAVE_FILE = 'project.autosave.json';

/** Checks the content of a project file of any version. @throws ProblemError that names the place. */
export function parseProject(value: unknown, where = PROJECT_FILE): Project {
  return parseAs(projectSchema, migrate(value, where), where);
}

export async function isProject(folder: string): Promise<boolean> {
  return access(join(folder, PROJECT_FILE)).then(
    () => true,
    () => false,
  );
}

/** @throws ProblemError when the folder holds no project, or one that cannot be read. */
export async function readProject(folder: string): Promise<Project> {
  if (!(await isProject(folder))) noProject(folder);
  return parseProject(await readJson(join(folder, PROJECT_FILE)));
}

/** Saves the project. What was kept for recovery is then out of date and goes. */
export async function writeProject(folder: string, project: Project): Promise<void> {
  await withFileProblems(basename(folder), () => mkdir(folder, { recursive: true }));
  await writeJson(join(folder, PROJECT_FILE), project);
  await discardAutosave(folder);
}

/** Keeps unsaved changes beside the project file. */
export async function writeAutosave(folder: string, project: Project): Promise<void> {
  await writeJson(join(folder, AUTOSAVE_FILE), project);
}

/** Unsaved changes of an earlier session; null when there are none, or none that can be read. */
export async function readAutosave(folder: string): Promise<Project | null> {
  try {
    return parseProject(await readJson(join(folder, AUTOSAVE_FILE)), AUTOSAVE_FILE);
  } catch {
    return null;
  }
}

export async function discardAutosave(folder: string): Promise<void> {
  await rm(join(folder, AUTOSAVE_FILE), { force: true });
}

/** Copies a whole project to a new place, which appears only when the copy is complete. */
export async function copyProject(from: string, to: string): Promise<void> {
  const partial = temporaryName(to);
  await withFileProblems(basename(to), async () => {
    await mkdir(dirname(to), { recursive: true });
    try {
      await cp(from, partial, { recursive: true, errorOnExist: true, force: false });
      await discardLock(partial);
      await rename(partial, to);
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
    await syncFolder(dirname(to));
  });
}

async function discardLock(folder: string): Promise<void> {
  await rm(join(folder, 'project.lock'), { force: true });
}

function noProject(folder: string): never {
  return fail(
    sameText(basename(folder)),
    { en: 'there is no project.json in this folder.', zh: '该文件夹中没有 project.json。' },
    { en: 'Choose the folder of a Toyformer project.', zh: '请选择 Toyformer 项目的文件夹。' },
  );
}
