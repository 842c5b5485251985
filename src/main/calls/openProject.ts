import { basename } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import { fail, type Problem, sameText } from '@shared/contract/problem';
import type { Project } from '@shared/contract/project';
import { checkpointSteps } from '../files/checkpointFile';
import { refuseLinksOut } from '../files/inside';
import { type Lock, takeLock } from '../files/lock';
import { readAutosave, readProject } from '../files/projectFolder';
import { type BrokenRun, listRuns, runFolder, writeRun } from '../files/runFolder';

/** The project that the window shows. */
export interface OpenProject {
  readonly folder: string;
  readonly draft: boolean;
  /** null: nothing may be written here. */
  readonly lock: Lock | null;
  readonly notice: Problem | null;
}

/** Takes hold of a project's folder. @throws ProblemError when there is no sound project in it. */
export async function holdProject(
  folder: string,
  draft: boolean,
  onLost: (folder: string) => void,
): Promise<OpenProject> {
  await readProject(folder);
  await refuseLinksOut(folder);
  const lock = await takeLock(folder, { onLost: () => onLost(folder) });
  if (typeof lock !== 'string') {
    await settleRuns(folder);
    return { folder, draft, lock, notice: null };
  }
  return { folder, draft, lock: null, notice: readOnlyProblem(folder, lock) };
}

/** After a crash a run stands where its last checkpoint is, and nothing trains it. */
async function settleRuns(folder: string): Promise<void> {
  for (const run of (await listRuns(folder)).runs) {
    const place = runFolder(folder, run.id);
    const step = (await checkpointSteps(place)).at(-1) ?? 0;
    const status = run.status === 'training' ? 'paused' : run.status;
    if (step !== run.step || status !== run.status) await writeRun(place, { ...run, status, step });
  }
}

/**
 * What the window is told of it, with the unsaved changes of an earlier session when there are some. Runs that cannot be
 * read are told where it `opens`, not with every save after it.
 */
export async function describeProject(open: OpenProject, opens = false): Promise<OpenedProject> {
  const saved = await readProject(open.folder);
  const unsaved = open.lock === null ? null : await readAutosave(open.folder);
  const recovered = unsaved !== null && !sameProject(unsaved, saved);
  const { runs, problems } = await listRuns(open.folder);
  const notice = open.notice ?? (opens ? unreadable(problems) : null);
  return {
    folder: open.folder,
    draft: open.draft,
    project: recovered ? unsaved : saved,
    recovered,
    runs: [...runs],
    ...(open.lock === null ? { readOnly: true } : {}),
    ...(notice === null ? {} : { notice }),
  };
}

/** The runs that cannot be read in one sentence. */
function unreadable([first, ...others]: readonly BrokenRun[]): Problem | null {
  if (first === undefined) return null;
  if (others.length === 0) return first.problem;
  const { where, what, fix } = first.problem;
  const n = others.length + 1;
  return {
    where: { en: 'Runs', zh: '训练' },
    what: {
      en: `${n} of them cannot be read. The first is ${where.en}: ${what.en}`,
      zh: `有 ${n} 次无法读取。第一次是 ${where.zh}：${what.zh}`,
    },
    fix,
  };
}

function sameProject(a: Project, b: Project): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @throws ProblemError when nothing may be written into the project. */
export function mustWrite(open: OpenProject): void {
  if (open.lock !== null) return;
  const { where, what, fix } = open.notice ?? readOnlyProblem(open.folder, 'read-only');
  fail(where, what, fix);
}

/** The same project when its lock was lost: it can be looked at. */
export function withoutLock(open: OpenProject): OpenProject {
  return { ...open, lock: null, notice: readOnlyProblem(open.folder, 'open elsewhere') };
}

function readOnlyProblem(folder: string, reason: 'open elsewhere' | 'read-only'): Problem {
  const where = sameText(basename(folder));
  if (reason === 'open elsewhere') {
    return {
      where,
      what: {
        en: 'the project is open in another window, so this one can only look at it.',
        zh: '该项目已在另一个窗口中打开，此处只能查看。',
      },
      fix: {
        en: 'Close the other window and open it again, or save it under another name.',
        zh: '请关闭另一个窗口后重新打开，或另存为新项目。',
      },
    };
  }
  return {
    where,
    what: { en: 'nothing can be written into its folder.', zh: '无法写入该项目的文件夹。' },
    fix: { en: 'Save the project in another folder.', zh: '请把项目另存到其他文件夹。' },
  };
}
