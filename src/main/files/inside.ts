import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fail, sameText } from '@shared/contract/problem';

/** Whether `path` is `folder` or lies in it, both as given. */
export function liesIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/**
 * The place of a file that a project names, such as `data/3f2a91c0.txt`.
 * @throws ProblemError when it would leave the folder, by `..` or through a link.
 */
export async function placeInside(folder: string, file: string): Promise<string> {
  const path = join(folder, file);
  if (isAbsolute(file) || file.includes('\0') || !liesIn(folder, path)) outside(file);
  const real = await realpath(path).catch(() => null);
  if (real !== null && !liesIn(await realpath(folder), real)) outside(file);
  return path;
}

function outside(file: string): never {
  const shown = JSON.stringify(file.slice(0, 80));
  return fail(
    sameText('project.json'),
    { en: `the file ${shown} lies outside of the project.`, zh: `文件 ${shown} 位于项目之外。` },
    { en: 'Open the text again.', zh: '请重新打开该文本。' },
  );
}
