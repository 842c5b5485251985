import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Problem, ProblemError } from '@shared/contract/problem';
import { type Run, runSchema } from '@shared/contract/project';
import { temporaryName } from './atomicWrite';
import { inFolder, withFileProblems } from './fileProblem';
import { readJsonAs, writeJson } from './jsonFile';

const RUN_FILE = 'run.json';

/** Where a run lives: `runs/<id>` in its project. */
export function runFolder(project: string, id: string): string {
  return join(project, 'runs', runSchema.shape.id.parse(id));
}

export function metricsFile(run: string): string {
  return join(run, 'metrics.jsonl');
}

/** @throws ProblemError when run.json is missing or faulty. */
export async function readRun(run: string): Promise<Run> {
  return readJsonAs(join(run, RUN_FILE), runSchema);
}

export async function writeRun(run: string, content: Run): Promise<void> {
  await writeJson(join(run, RUN_FILE), content);
}

/** Makes a run's folder: it appears with its run.json inside or not at all. */
export async function createRun(project: string, content: Run): Promise<string> {
  const folder = runFolder(project, content.id);
  const partial = temporaryName(folder);
  await withFileProblems(basename(project), async () => {
    try {
      await mkdir(partial, { recursive: true });
      await writeRun(partial, content);
      await rename(partial, folder);
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
  });
  return folder;
}

async function runIds(project: string): Promise<string[]> {
  const names = await readdir(join(project, 'runs')).catch(() => []);
  return names.filter((name) => runSchema.shape.id.safeParse(name).success).sort();
}

/** A run whose run.json is missing or faulty. */
export interface BrokenRun {
  readonly id: string;
  readonly problem: Problem;
}

interface RunList {
  readonly runs: readonly Run[];
  readonly problems: readonly BrokenRun[];
}

/** Every run that can be read, and why others cannot be, oldest first. */
export async function listRuns(project: string): Promise<RunList> {
  const runs: Run[] = [];
  const problems: BrokenRun[] = [];
  for (const id of await runIds(project)) {
    try {
      runs.push(await readRun(runFolder(project, id)));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push({ id, problem: inFolder(id, error.problem) });
    }
  }
  return { runs, problems };
}

/** `003-tiny-gpt`: numbered so that the folder lists runs in the order they were made, whatever the clock says. */
export async function freshRunId(project: string, name: string): Promise<string> {
  const numbers = (await runIds(project)).map((id) => Number.parseInt(id, 10) || 0);
  const number = String(Math.max(0, ...numbers) + 1).padStart(3, '0');
  const word = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return word === '' ? number : `${number}-${word}`;
}

/** Takes a run out of the project without deleting it. */
export async function trashRun(project: string, id: string): Promise<void> {
  const trash = join(project, 'trash');
  await withFileProblems(id, async () => {
    await mkdir(trash, { recursive: true });
    await rename(runFolder(project, id), temporaryName(join(trash, id)).replace('.tmp-', '-'));
  });
}
