import { randomBytes } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import { fail, ProblemError, sameText } from '@shared/contract/problem';
import type { Project } from '@shared/contract/project';
import { cacheFolder } from '../data/cache';
import { fileErrorCode, withFileProblems } from '../files/fileProblem';
import { mustBeFree } from '../files/freeFolder';
import { liesIn } from '../files/inside';
import { copyProject, discardAutosave, writeAutosave, writeProject } from '../files/projectFolder';
import type { Handlers } from '../handlers';
import { type Context, openProject } from './context';
import { newProject } from './newProject';
import {
  describeProject,
  holdProject,
  mustWrite,
  type OpenProject,
  withoutLock,
} from './openProject';

type ProjectCall = Extract<keyof Handlers, `project:${string}`>;

function draftsFolder(context: Context): string {
  return join(context.services.userData, 'drafts');
}

/** A live run is further than its file. */
async function tellProject(
  context: Context,
  open: OpenProject,
  opens = false,
): Promise<OpenedProject> {
  const opened = await describeProject(open, opens);
  const runs = opened.runs.map((run) => context.trainers.live(run.id) ?? run);
  context.told = { ...opened, runs };
  return context.told;
}

/** Shows another project. The one that was open is let go only when the new one is sound. */
async function show(context: Context, folder: string): Promise<OpenedProject> {
  const before = context.open;
  // One that could not be written may be free by now.
  if (before?.folder === folder && before.lock !== null) return tellProject(context, before, true);
  const isDraft = liesIn(draftsFolder(context), folder);
  const open = await holdProject(folder, isDraft, (lost) => void loseLock(context, lost));
  await context.trainers.closeAll();
  await before?.lock?.release();
  if (before?.draft && before.lock !== null && !context.touched)
    await throwAway(context, before.folder);
  context.open = open;
  context.dirty = false;
  context.touched = true;
  await context.recent.add(folder);
  return tellProject(context, open, true);
}

/**
 * Another machine writes into the project now: from here on this one only looks. The window hears of it before the
 * trainers have ended, which may take long.
 */
async function loseLock(context: Context, folder: string): Promise<void> {
  if (context.open?.folder !== folder) return;
  const open = withoutLock(context.open);
  context.open = open;
  const { told } = context;
  const { notice } = open;
  let lost: OpenedProject | null = told && {
    ...told,
    readOnly: true,
    ...(notice === null ? {} : { notice }),
  };
  try {
    lost = await tellProject(context, open);
  } catch (error) {
    // Its files may be gone: the window keeps what it was told last.
    if (!(error instanceof ProblemError)) throw error;
  } finally {
    if (lost !== null) context.services.emit('project:lost', lost);
    await context.trainers.closeAll();
  }
}

async function makeNew(context: Context): Promise<OpenedProject> {
  const day = new Date().toISOString().slice(0, 10);
  const folder = join(draftsFolder(context), `${day}-${randomBytes(4).toString('hex')}`);
  const project = newProject(context.services.language());
  await writeProject(folder, project);
  const sample = context.services.language() === 'zh' ? 'chinese' : 'english';
  const source = join(context.services.resources, 'samples', `${sample}.txt`);
  const { data } = await context.data.run('importText', {
    source,
    name: `${sample}.txt`,
    project: folder,
    cache: { folder: cacheFolder(context.services.userData) },
    tokenizer: 'character',
  });
  await writeProject(folder, { ...project, data });
  const opened = await show(context, folder);
  context.touched = false;
  return opened;
}

async function throwAway(context: Context, draft: string): Promise<void> {
  await context.recent.remove(draft);
  await rm(draft, { recursive: true, force: true });
}

/** The project of the last session; a new one when there is none, or when it cannot be opened, which is told. */
async function start(context: Context): Promise<OpenedProject> {
  const [last] = await context.recent.list();
  if (last === undefined) return makeNew(context);
  try {
    return await show(context, last.folder);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...(await makeNew(context)), notice: error.problem };
  }
}

async function openFolder(context: Context, asked: string | null): Promise<OpenedProject | null> {
  if (asked === null) {
    const chosen = await context.services.dialogs.openProject();
    return chosen === null ? null : show(context, chosen);
  }
  const known = await context.recent.list();
  const isKnown = known.some(({ folder }) => folder === asked);
  if (isKnown || context.open?.folder === asked) return show(context, asked);
  return fail(
    sameText(basename(asked) || asked),
    { en: 'this folder is not among the recent projects.', zh: '该文件夹不在最近打开的项目中。' },
    { en: 'Open it with the dialog.', zh: '请通过对话框打开。' },
  );
}

async function save(
  context: Context,
  project: Project,
  as: boolean,
): Promise<OpenedProject | null> {
  const open = openProject(context);
  await context.keeping;
  if (!as && !open.draft) {
    mustWrite(open);
    await writeProject(open.folder, project);
    await context.recent.add(open.folder);
    return tellProject(context, open);
  }
  const place = await context.services.dialogs.saveProject(project.name);
  if (place === null) return null;
  const named = { ...project, name: basename(place).slice(0, 120) };
  if (place !== open.folder) return moveTo(context, place, named);
  await writeProject(open.folder, named);
  return tellProject(context, open);
}

/** Puts the project, with its text and runs, in another folder and goes on there. Training goes on too. */
async function moveTo(context: Context, place: string, project: Project): Promise<OpenedProject> {
  const open = openProject(context);
  await makeWay(place, open.folder);
  const resume = await context.trainers.suspend();
  try {
    await copyProject(open.folder, place);
    await writeProject(place, project);
    context.open = await holdProject(place, false, (lost) => void loseLock(context, lost));
  } catch (error) {
    await resume(open.folder);
    throw error;
  }
  await open.lock?.release();
  await context.recent.add(place);
  if (open.draft && open.lock !== null) await throwAway(context, open.folder);
  await resume(place);
  return tellProject(context, context.open);
}

/** @throws ProblemError when something is there already: saving never replaces what it did not write. */
async function makeWay(place: string, from: string): Promise<void> {
  const where = sameText(basename(place));
  if (liesIn(from, place)) {
    fail(
      where,
      { en: 'a project cannot be saved inside itself.', zh: '项目不能保存在自身之内。' },
      { en: 'Choose a place outside of its folder.', zh: '请选择该文件夹之外的位置。' },
    );
  }
  await mustBeFree(place, where);
  await withFileProblems(where, () =>
    rmdir(place).catch((error: unknown) => {
      if (fileErrorCode(error) !== 'ENOENT') throw error;
    }),
  );
}

async function autosave(context: Context, project: Project): Promise<null> {
  const open = openProject(context);
  if (open.lock === null) return null;
  context.touched = true;
  const write = open.draft ? writeProject : writeAutosave;
  const keeping = write(open.folder, project);
  context.keeping = keeping.catch(() => undefined);
  await keeping;
  return null;
}

export function projectCalls(context: Context): Pick<Handlers, ProjectCall> {
  return {
    'project:start': () => start(context),
    'project:new': () => makeNew(context),
    'project:open': (folder) => openFolder(context, folder),
    'project:recent': () => context.recent.list(),
    'project:save': ({ project, as }) => save(context, project, as),
    'project:autosave': (project) => autosave(context, project),
    'project:discardRecovered': async () => {
      const open = openProject(context);
      await discardAutosave(open.folder);
      return tellProject(context, open);
    },
    'project:setDirty': async (dirty) => {
      context.dirty = dirty;
      context.services.setDirty(dirty);
      return null;
    },
  };
}
