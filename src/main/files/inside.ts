import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
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

/** What the program writes into or clears away, below a project's folder and below a run's. */
const writtenInProject = ['data', 'runs', 'trash'];
const writtenInRun = ['.', 'metrics.jsonl', 'checkpoints'];

/**
 * A project that came from somebody else must not make the program write or delete elsewhere.
 * @throws ProblemError when one of its folders is a link that leaves it.
 */
export async function refuseLinksOut(project: string): Promise<void> {
  const runs = await readdir(join(project, 'runs')).catch(() => []);
  const inRuns = runs.flatMap((run) => writtenInRun.map((name) => join('runs', run, name)));
  for (const name of [...writtenInProject, ...inRuns]) {
    const path = join(project, name);
    const isLink = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isLink && !(await endsIn(project, path))) leadsOut(project, name);
  }
}

/** Whether what a link leads to lies in the folder; a link to nothing does not. */
async function endsIn(folder: string, link: string): Promise<boolean> {
  const real = await realpath(link).catch(() => null);
  return real !== null && liesIn(await realpath(folder), real);
}

function leadsOut(project: string, name: string): never {
  const shown = JSON.stringify(name.slice(0, 80));
  return fail(
    sameText(basename(project)),
    {
      en: `${shown} is a link that leads out of the project.`,
      zh: `${shown} 是指向项目之外的链接。`,
    },
    {
      en: 'Put what it leads to in its place, or delete the link.',
      zh: '请用它指向的内容替换该链接，或删除它。',
    },
  );
}

function outside(file: string): never {
  const shown = JSON.stringify(file.slice(0, 80));
  return fail(
    sameText('project.json'),
    { en: `the file ${shown} lies outside of the project.`, zh: `文件 ${shown} 位于项目之外。` },
    { en: 'Open the text again.', zh: '请重新打开该文本。' },
  );
}
