import { readdir } from 'node:fs/promises';
import { fail, type Text } from '@shared/contract/problem';
import { fileErrorCode, withFileProblems } from './fileProblem';
import { isProject } from './projectFolder';

/** The names in a folder; null when there is no such folder. @throws ProblemError when it cannot be read. */
export async function namesIn(folder: string, where: Text | string): Promise<string[] | null> {
  return withFileProblems(where, () =>
    readdir(folder).catch((error: unknown) => {
      if (fileErrorCode(error) === 'ENOENT') return null;
      throw error;
    }),
  );
}

/** What a beginning that was killed can have left: a folder with no more in it is free. */
function isLeftover(name: string): boolean {
  return name === 'project.lock' || /^project\..+\.tmp-[0-9a-f]+$/.test(name);
}

/** @throws ProblemError when the folder holds anything already: what was not written here is never replaced. */
export async function mustBeFree(folder: string, where: Text): Promise<void> {
  const names = (await namesIn(folder, where)) ?? [];
  const { length: n } = names.filter((name) => !isLeftover(name));
  if (n === 0) return;
  const what = (await isProject(folder))
    ? { en: 'it holds another project already.', zh: '其中已有另一个项目。' }
    : {
        en: `it holds ${n} ${n === 1 ? 'file or folder' : 'files or folders'} and no project.`,
        zh: `其中有 ${n} 个文件或文件夹，但没有项目。`,
      };
  fail(where, what, { en: 'Choose a new or an empty folder.', zh: '请选择新的或空的文件夹。' });
}
