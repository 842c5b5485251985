import { readdir, stat } from 'node:fs/promises';
import type { OpenedProject } from '@shared/contract/calls';
import { fail, ProblemError, sameText } from '@shared/contract/problem';
import {
  type Drawing,
  type Project,
  type Run,
  type Settings,
  settingsSchema,
  tokenizerTypeSchema,
} from '@shared/contract/project';
import type { TrainerEvent } from '@shared/contract/trainer';
import { taskByType } from '@shared/datasets/registry';
import { templates, withRecipe } from '@shared/graph/templates';
import { Command } from 'commander';
import { newProject } from '../calls/newProject';
import { isProject, writeProject } from '../files/projectFolder';
import type { Handlers } from '../handlers';
import { mustRead, warnOfBroken } from './brokenRuns';
import { anyDrawingSchema, applyFlags, findTemplate } from './drawing';
import { schemaOptions, schemaValues } from './flags';
import { telling } from './problems';
import { createReport, type Report } from './report';
import { resumeRun } from './resume';
import { systemLanguage, withHost } from './session';
import { objectiveFor, readTask } from './task';
import { anyTokenizerSchema, withTokenizer } from './tokenizer';

type Flags = Readonly<Record<string, string | boolean | undefined>>;

function text(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The project to train: that of the folder, or a new one with the tiny GPT. */
async function openAt(handlers: Handlers, folder: string): Promise<OpenedProject> {
  if (!(await isProject(folder))) {
    await mustBeFree(folder);
    await writeProject(folder, newProject(systemLanguage()));
  }
  const opened = await handlers['project:open'](null);
  if (opened === null) throw new Error('the folder was given');
  return opened;
}

/** The text that was given, else the project's own. */
async function withData(handlers: Handlers, project: Project, flags: Flags): Promise<Project> {
  const task = text(flags, 'task');
  if (task !== undefined) return { ...project, task: readTask(task) };
  if (project.task && text(flags, 'data') === undefined) return project;
  const path = text(flags, 'data');
  if (path !== undefined) await mustExist(path);
  const preview = path === undefined ? null : await handlers['data:open'](null);
  const data = preview?.data ?? project.data ?? noText();
  return { ...project, task: null, data: withTokenizer(data, flags) };
}

/** The variant to train: the one in front; a copy with a letter of its own when flags change how it is drawn. */
function withDrawing(project: Project, flags: Flags, isNew: boolean): Project {
  const active =
    project.variants.find(({ id }) => id === project.activeVariant) ?? project.variants[0];
  if (active === undefined) throw new Error('a project has a variant');
  const template = text(flags, 'template');
  const start = template === undefined ? active.drawing : findTemplate(template).make();
  const drawing = applyFlags(start, flags);
  const same = project.variants.find((variant) => isSame(variant.drawing, drawing));
  if (same !== undefined) return { ...project, activeVariant: same.id };
  if (isNew) return { ...project, variants: [{ ...active, drawing }] };
  const id = freeLetter(project);
  const variant = { id, name: id.toUpperCase(), drawing };
  return { ...project, variants: [...project.variants, variant], activeVariant: id };
}

function isSame(a: Drawing, b: Drawing): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function freeLetter({ variants }: Project): string {
  const taken = new Set(variants.map(({ id }) => id));
  const letter = [...'abcdefghijklmnopqrstuvwxyz'].find((each) => !taken.has(each));
  return (
    letter ??
    fail(
      { en: 'Project', zh: '项目' },
      { en: 'it has 26 variants, which is all it can hold.', zh: '已有 26 个变体，达到上限。' },
      { en: 'Train into another --out folder.', zh: '请用 --out 指定其他文件夹。' },
    )
  );
}

/** The settings of the template's recipe, if one is named; what was given counts more, a given warm-up for lr too. */
function settingsFor(project: Project, flags: Flags, base: Settings): Settings {
  const id = text(flags, 'template');
  const drawing = project.variants.find((each) => each.id === project.activeVariant)?.drawing;
  if (id === undefined || drawing === undefined) return schemaValues(settingsSchema, flags, base);
  const template = findTemplate(id);
  const usual = schemaValues(settingsSchema, flags, withRecipe(base, template, drawing));
  const { warmup_steps } = usual;
  return schemaValues(settingsSchema, flags, withRecipe(base, template, drawing, warmup_steps));
}

/** The run to train: a new one, or with `--resume` the last one of the project. */
async function startRun(handlers: Handlers, flags: Flags, folder: string): Promise<Run> {
  const isNew = !(await isProject(folder));
  const opened = await openAt(handlers, folder);
  await (flags.resume === true ? mustRead(folder) : warnOfBroken(folder));
  if (flags.resume === true) return resumeRun(handlers, folder, opened.runs, flags);
  const withText = await withData(handlers, opened.project, flags);
  const objective = objectiveFor(withText.task, text(flags, 'template'));
  const base = { ...opened.project.settings, ...(objective && { objective }) };
  const drawn = withDrawing(withText, flags, isNew);
  const project = { ...drawn, settings: settingsFor(drawn, flags, base) };
  await handlers['project:save']({ project, as: false });
  const [run] = await handlers['runs:start']({ project, variants: [project.activeVariant] });
  if (run === undefined) throw new Error('a run was asked for');
  return run;
}

async function train(flags: Flags): Promise<void> {
  const folder = text(flags, 'project') ?? 'toyformer-project';
  const data = text(flags, 'data');
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
  if (event.type === 'failed') reject(new ProblemError(event.problem));
  if (event.type === 'ended') resolve();
}

function reportFor(settings: Settings, json: boolean): Report {
  const { stdout } = process;
  return createReport(
    {
      write: (line) => void stdout.write(line),
      isTerminal: stdout.isTTY === true,
      columns: stdout.columns ?? 80,
    },
    settings,
    json,
  );
}

async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return;
  fail(
    sameText(`--data ${path}`),
    found
      ? { en: 'this is no file.', zh: '这不是文件。' }
      : {
          en: 'there is no such file, or it may not be read.',
          zh: '没有这个文件，或没有读取权限。',
        },
    { en: 'Check the path.', zh: '请检查路径。' },
  );
}

/** A project is begun in a folder that is new or empty, but for what a killed beginning left of its own. */
async function mustBeFree(folder: string): Promise<void> {
  const all = await readdir(folder).catch(() => []);
  const names = all.filter((name) => !name.includes('.tmp-'));
  if (names.length === 0) return;
  fail(
    sameText(`--out ${folder}`),
    {
      en: `it holds ${names.length} files or folders and no project.`,
      zh: `其中有 ${names.length} 个文件或文件夹，但没有项目。`,
    },
    { en: 'Name a new or an empty folder.', zh: '请指定新的或空的文件夹。' },
  );
}

function noText(): never {
  return fail(
    sameText('--data'),
    { en: 'there is no text to train on.', zh: '没有用于训练的文本。' },
    { en: 'Name a text file: --data FILE.', zh: '请指定文本文件：--data 文件。' },
  );
}

export function trainCommand(): Command {
  const command = new Command('train')
    .description('train a drawing on a text; the folder opens in the window too')
    .option('--data <file>', 'the text to train on')
    .option(
      '--task <type>',
      `or a task: ${[...taskByType.keys()].join(' | ')}; with params: keyValue:k=4,n_pairs=8`,
    )
    .option('--template <id>', `what to start from: ${Object.keys(templates).join(' | ')}`)
    .option('--tokenizer <type>', tokenizerTypeSchema.options.join(' | '))
    .option('--out, --project <folder>', 'where the project is kept', 'toyformer-project')
    .option('--resume', 'go on with the last run of the project')
    .option('--json', 'one event a line, for programs');
  for (const schema of [anyTokenizerSchema(), anyDrawingSchema(), settingsSchema])
    for (const option of schemaOptions(schema)) command.addOption(option);
  return command.action((flags: Flags) => telling(() => train(flags)));
}
