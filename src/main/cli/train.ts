import { basename, resolve } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import { fail, ProblemError, sameText } from '@shared/contract/problem';
import {
  type Project,
  type Run,
  type Settings,
  settingsSchema,
  tokenizerTypeSchema,
} from '@shared/contract/project';
import type { TrainerEvent } from '@shared/contract/trainer';
import { taskByType } from '@shared/datasets/registry';
import { templates, withRecipe } from '@shared/graph/templates';
import { findObjective } from '@shared/objectives/registry';
import { Command } from 'commander';
import { newProject } from '../calls/newProject';
import { isTaken } from '../files/lock';
import { isProject } from '../files/projectFolder';
import type { Handlers } from '../handlers';
import { begun, mustBeFreeOut, takeBackText, textsIn } from './begin';
import { mustRead, warnOf, warnOfBroken } from './brokenRuns';
import { anyDrawingSchema, findTemplate } from './drawing';
import { type Flags, given, noFlagAsValue, ofFlag, schemaOptions, schemaValues } from './flags';
import { telling } from './problems';
import { createReport, type Report } from './report';
import { mustStay, nothingToResume, resumeRun } from './resume';
import { systemLanguage, withHost } from './session';
import { mustExist, withSource, withText } from './source';
import { objectiveFor } from './task';
import { anyTokenizerSchema } from './tokenizer';
import { withVariant } from './variant';

/** Trained by the template's recipe, if one is named; what was given counts more, a given warm-up for lr too. */
function trainedBy(project: Project, flags: Flags): Project {
  const flagged = (settings: Settings) => schemaValues(settingsSchema, flags, settings);
  const id = given(flags, 'template');
  const drawing = project.variants.find((each) => each.id === project.activeVariant)?.drawing;
  if (id === undefined || drawing === undefined)
    return { ...project, settings: flagged(project.settings) };
  const template = findTemplate(id);
  const { warmup_steps } = flagged(withRecipe(project, template, drawing).settings);
  const { settings, recipe } = withRecipe(project, template, drawing, warmup_steps);
  return { ...project, settings: flagged(settings), recipe };
}

/** The project as the flags want it trained. @throws ProblemError when they cannot be. */
function planned(project: Project, flags: Flags, isNew: boolean): Project {
  const meant = objectiveFor(project.task, given(flags, 'template'));
  const base = { ...project.settings, ...(meant && { objective: meant }) };
  const { objective } = schemaValues(settingsSchema, flags, base);
  if (given(flags, 'objective') !== undefined)
    ofFlag('--objective', () => findObjective(objective));
  const drawn = withVariant(project, flags, objective, isNew);
  return trainedBy({ ...drawn, settings: base }, flags);
}

interface Started {
  readonly run: Run;
  /** The project with the variant and settings that the run trains: not saved yet. */
  readonly project: Project;
}

/** Trains a project in a new run. What is refused here has changed nothing in the folder. */
async function trainNew(
  handlers: Handlers,
  before: Project,
  flags: Flags,
  { folder, isNew }: { readonly folder: string; readonly isNew: boolean },
): Promise<Started> {
  const copies = given(flags, 'data') !== undefined;
  const texts = copies ? await textsIn(folder) : null;
  const known = await withText(handlers, before, flags);
  try {
    const project = planned(known, flags, isNew);
    // A new folder is left empty when the run is refused: a program that is killed leaves what it was told.
    if (isNew) await handlers['project:save']({ project, as: false });
    const [run] = await handlers['runs:start']({ project, variants: [project.activeVariant] });
    if (run === undefined) throw new Error('a run was asked for');
    return { run, project };
  } catch (error) {
    if (copies && known.data !== null) await takeBackText(folder, known.data.file, texts);
    throw error;
  }
}

async function opened(handlers: Handlers, folder: string): Promise<OpenedProject> {
  const project = await handlers['project:open'](null);
  if (project === null) throw new Error('the folder was given');
  if (project.readOnly && (await isTaken(folder))) atWork(folder);
  return project;
}

function atWork(folder: string): never {
  return fail(
    sameText(`--out ${folder}`),
    {
      en: 'a window or another command works in this project right now.',
      zh: '有窗口或另一条命令正在使用该项目。',
    },
    {
      en: 'Wait until it is done or end it, or use another --out.',
      zh: '请等它完成或将其结束，或换一个 --out。',
    },
  );
}

/** A project is called as its folder is. */
function named(folder: string): Project {
  return { ...newProject(systemLanguage()), name: basename(resolve(folder)).slice(0, 120) };
}

/** The run to train: a new one, or with `--resume` the last one of the project. */
async function startRun(handlers: Handlers, flags: Flags, folder: string): Promise<Run> {
  const isNew = !(await isProject(folder));
  if (flags.resume === true) {
    mustStay(flags);
    if (isNew) nothingToResume(folder);
    const { runs } = await opened(handlers, folder);
    await mustRead(folder);
    return resumeRun(handlers, folder, runs);
  }
  const path = given(flags, 'data');
  if (path !== undefined) await mustExist(path);
  if (isNew) await mustBeFreeOut(folder);
  const before = isNew ? named(folder) : (await opened(handlers, folder)).project;
  const project = withSource(before, flags);
  // What flags alone can get wrong is told before a text is read.
  planned(project, flags, isNew);
  const start = () => trainNew(handlers, project, flags, { folder, isNew });
  if (!isNew) await warnOfBroken(folder);
  const { run, project: trained } = isNew
    ? await begun(folder, before, async () => {
        await opened(handlers, folder);
        return start();
      })
    : await start();
  await handlers['project:save']({ project: trained, as: false });
  return run;
}

async function train(flags: Flags): Promise<void> {
  const folder = given(flags, 'project') ?? 'toyformer-project';
  const data = given(flags, 'data');
  const early: TrainerEvent[] = [];
  let hear = (event: TrainerEvent): void => void early.push(event);
  await withHost(
    data === undefined ? { project: folder } : { project: folder, text: data },
    (event) => hear(event),
    async ({ handlers }) => {
      const run = await startRun(handlers, flags, folder);
      const report = reportFor(run.settings, flags.json === true);
      const stop = () => void handlers['runs:command']({ run: run.id, command: { type: 'stop' } });
      process.once('SIGINT', stop);
      const end = new Promise<void>((resolve, reject) => {
        hear = (event) => follow(event, report, resolve, reject);
      });
      for (const event of early) hear(event);
      await end;
      process.off('SIGINT', stop);
      report.done();
    },
  );
}

function follow(
  event: TrainerEvent,
  report: Report,
  resolve: () => void,
  reject: (error: unknown) => void,
): void {
  report.hear(event);
  warnOf(event);
  if (event.type === 'failed') reject(new ProblemError(event.problem));
  if (event.type === 'ended') resolve();
}

function reportFor(settings: Settings, json: boolean): Report {
  const { stdout } = process;
  return createReport(
    {
      write: (line) => void stdout.write(line),
      isTerminal: stdout.isTTY === true,
      now: () => performance.now(),
      columns: stdout.columns ?? 80,
    },
    settings,
    json,
  );
}

export function trainCommand(): Command {
  const command = new Command('train')
    .description('train a drawing on a text; the folder opens in the window too')
    .option('--data <file>', 'the text to train on')
    .option(
      '--task <type>',
      `or a task: ${[...taskByType.keys()].join(' | ')}; with params: keyValue:n_keys=16,n_values=16,n_items=8`,
    )
    .option('--template <id>', `what to start from: ${Object.keys(templates).join(' | ')}`)
    .option('--tokenizer <type>', tokenizerTypeSchema.options.join(' | '))
    .option('--out, --project <folder>', 'where the project is kept', 'toyformer-project')
    .option('--resume', 'go on with the last run of the project')
    .option('--json', 'one event a line, for programs');
  for (const schema of [anyTokenizerSchema(), anyDrawingSchema(), settingsSchema])
    for (const option of schemaOptions(schema)) command.addOption(option);
  return noFlagAsValue(command).action((flags: Flags) => telling(() => train(flags)));
}
