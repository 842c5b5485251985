import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunHistory } from '@shared/contract/calls';
import { fail, ProblemError, sameText } from '@shared/contract/problem';
import type { Project, Run } from '@shared/contract/project';
import type { Command } from '@shared/contract/trainer';
import { checkpointSteps } from '../files/checkpointFile';
import {
  createRun,
  freshRunId,
  metricsFile,
  readRun,
  runFolder,
  trashRun,
} from '../files/runFolder';
import type { Handlers } from '../handlers';
import { ClosedEarly } from '../trainer/lossProblem';
import type { RunPlace } from '../trainer/trainers';
import { checkMemory } from './checkMemory';
import { type Context, openProject } from './context';
import { freeBytes } from './freeBytes';
import { makeRun, planRun, prepareRuns, variantOf } from './makeRun';
import { mustWrite } from './openProject';

type RunCall = Extract<keyof Handlers, `runs:${string}`>;

/** Makes all runs or none, then trains them: on the same text, order and seed. */
async function startRuns(
  context: Context,
  project: Project,
  variants: readonly string[],
): Promise<Run[]> {
  const open = openProject(context);
  mustWrite(open);
  const comparison = variants.length > 1 ? randomBytes(4).toString('hex') : null;
  const shared = await context.reading.watched(project.data?.name ?? project.name, (watch) =>
    prepareRuns(context, open.folder, project, comparison, watch),
  );
  if (shared === null) return [];
  const drawn = variants.map((id) => variantOf(project, id));
  const planned = drawn.map((variant) => planRun(shared, variant));
  checkMemory(planned, free(context));
  context.touched = true;
  const places: RunPlace[] = [];
  try {
    for (const variant of drawn) {
      const id = await freshRunId(open.folder, variant.name);
      const run = makeRun(shared, variant, id);
      const folder = await createRun(open.folder, run);
      places.push({ project: open.folder, folder, run, peek: false });
    }
    return await Promise.all(
      places.map((place) =>
        context.trainers.open(place, true).catch((error) => failIn(place.run, error)),
      ),
    );
  } catch (error) {
    // Closed is not failed: it stays, and may be open again elsewhere by now.
    if (!(error instanceof ClosedEarly)) await takeBack(context, places);
    throw error;
  }
}

/** Says whose drawing a problem is in. */
function failIn({ variant }: Run, error: unknown): never {
  if (!(error instanceof ProblemError) || error.problem.target === undefined) throw error;
  const { target, ...sentence } = error.problem;
  throw new ProblemError({ ...sentence, target: { ...target, variant } });
}

function free({ services }: Context): number {
  return (services.freeBytes ?? freeBytes)();
}

/** Runs that could not all be started are not begun at all. */
async function takeBack(context: Context, places: readonly RunPlace[]): Promise<void> {
  for (const { run, folder } of places) {
    await context.trainers.close(run.id);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only the model looked at last is kept. */
const PEEK = 'peek';

function isPeek(id: string): boolean {
  return id.startsWith(`${PEEK}-`);
}

async function peek(context: Context, project: Project, id: string): Promise<Run> {
  const open = openProject(context);
  const shared = await prepareRuns(context, open.folder, project, null);
  const number = randomBytes(3).toString('hex');
  const variant = variantOf(project, id);
  const run = makeRun(shared, variant, `${PEEK}-${number}`);
  await closePeeks(context);
  checkMemory([planRun(shared, variant)], free(context));
  const parent = join(context.services.userData, PEEK);
  await rm(parent, { recursive: true, force: true });
  const folder = await createRun(parent, run);
  return context.trainers.open({ project: open.folder, folder, run, peek: true });
}

async function closePeeks({ trainers }: Context): Promise<void> {
  for (const id of trainers.ids()) if (isPeek(id)) await trainers.close(id);
}

async function openRun(context: Context, id: string): Promise<Run> {
  const live = context.trainers.live(id);
  if (live !== null) return live;
  const { folder: project } = openProject(context);
  const folder = runFolder(project, id);
  return context.trainers.open({ project, folder, run: await readRun(folder), peek: false });
}

const trains: ReadonlySet<Command['type']> = new Set(['play', 'step']);

async function command(context: Context, id: string, order: Command): Promise<null> {
  if (trains.has(order.type)) {
    mustWrite(openProject(context));
    if (isPeek(id)) onlyLookedAt();
  }
  if (order.type === 'generate' && !isPeek(id)) await mustHaveTrained(context, id);
  const ended = order.type === 'stop' || order.type === 'pause' || order.type === 'cancel';
  if (context.trainers.live(id) === null) {
    if (ended) return null;
    await openRun(context, id);
  }
  context.trainers.command(id, order);
  return null;
}

async function history(context: Context, id: string): Promise<RunHistory> {
  const live = context.trainers.live(id);
  const folder = runFolder(openProject(context).folder, id);
  const run = live ?? (await readRun(folder));
  const metrics = live && isPeek(id) ? [] : await readHistory(context, folder, run);
  return { run, metrics, n_train_tokens: context.trainers.trainTokens(id) };
}

/** What was measured after the last checkpoint before a crash is measured again: it is not shown twice. */
async function readHistory(context: Context, folder: string, run: Run) {
  const metrics = await context.data.run('metrics', metricsFile(folder));
  return metrics.filter(({ step }) => step <= run.step);
}

async function remove(context: Context, id: string): Promise<null> {
  const open = openProject(context);
  mustWrite(open);
  await context.trainers.close(id);
  await trashRun(open.folder, id);
  return null;
}

function onlyLookedAt(): never {
  return fail(
    { en: 'This model', zh: '该模型' },
    { en: 'is only looked at: it has no run.', zh: '仅供查看，没有对应的训练。' },
    { en: 'Press Train to make one.', zh: '请按“训练”新建一次训练。' },
  );
}

/** A drawing that is only looked at may write its noise; a run is believed to have learned. */
async function mustHaveTrained(context: Context, id: string): Promise<void> {
  const live = context.trainers.live(id);
  if (live !== null) {
    if (live.step === 0) neverTrained(live);
    return;
  }
  const folder = runFolder(openProject(context).folder, id);
  const run = await readRun(folder);
  if ((await checkpointSteps(folder)).length === 0) neverTrained(run);
}

function neverTrained({ name }: Run): never {
  return fail(
    { en: `Run "${name}"`, zh: `训练“${name}”` },
    {
      en: 'it has no checkpoint: its weights are as they started, and it would write noise.',
      zh: '它没有检查点：权重仍是初始值，只会写出噪声。',
    },
    { en: 'Train it further, or choose another run.', zh: '请继续训练，或选择另一次训练。' },
  );
}

function checkId(id: string): string {
  if (/^[a-z0-9-]{1,80}$/.test(id)) return id;
  const shown = JSON.stringify(id.slice(0, 80));
  return fail(
    sameText(shown),
    { en: 'there is no such run.', zh: '没有这次训练。' },
    { en: 'Choose one of the runs listed.', zh: '请从列表中选择。' },
  );
}

export function runCalls(context: Context): Pick<Handlers, RunCall> {
  return {
    'runs:start': ({ project, variants }) => startRuns(context, project, variants),
    'runs:peek': ({ project, variant }) => peek(context, project, variant),
    'runs:open': async (id) => openRun(context, checkId(id)),
    'runs:command': async ({ run, command: order }) => command(context, checkId(run), order),
    'runs:history': async (id) => history(context, checkId(id)),
    'runs:remove': async (id) => remove(context, checkId(id)),
  };
}
