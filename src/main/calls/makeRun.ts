import { fail, sameText } from '@shared/contract/problem';
import type { Data, Project, Run, Variant } from '@shared/contract/project';
import { fieldsOf } from '@shared/datasets/dataset';
import { fieldsOfRecords, objectivesOfUse, specialsFor } from '@shared/datasets/records';
import { findTask } from '@shared/datasets/registry';
import { checkLongest, openTask } from '@shared/datasets/task';
import { compile } from '@shared/graph/compile';
import { checkObjective, type Demands, demandsOf, objectivesFor } from '@shared/objectives/demands';
import { findObjective } from '@shared/objectives/registry';
import { cacheFolder } from '../data/cache';
import type { JobWatch } from '../data/dataWorker';
import type { PlannedRun } from './checkMemory';
import type { Context } from './context';

/** What the runs of one click share. */
export interface RunShared {
  readonly project: Project;
  readonly data: Data;
  readonly tokenizer: unknown;
  readonly n_vocab: number;
  /** What the objective wants of the drawing. */
  readonly demands: Demands;
  readonly comparison: string | null;
}

/**
 * Makes the vocabulary: that of the project's task, or one fitted on its text.
 * @throws ProblemError when there is no text, or too little of it.
 */
export async function prepareRuns(
  { data: worker, services }: Pick<Context, 'data' | 'services'>,
  folder: string,
  project: Project,
  comparison: string | null,
  watch: JobWatch = {},
): Promise<RunShared> {
  const cache = { folder: cacheFolder(services.userData) };
  const { settings, task } = project;
  const objective = findObjective(settings.objective);
  if (task) {
    const { specials } = objective;
    const kind = findTask(task.type);
    checkObjective(kind.title, objective.type, kind.objectives);
    checkLongest(kind, task.params, settings.n_ctx);
    const dataset = openTask(kind, task.params, specials);
    const { tokenizer, n_labels } = dataset;
    const { n_vocab } = tokenizer;
    const demands = demandsOf(objective, { n_vocab, n_labels, fields: fieldsOf(dataset) });
    const data = project.data ?? { ...noData, name: kind.title.en };
    return { project, data, comparison, tokenizer: tokenizer.save(), n_vocab, demands };
  }
  const data = project.data ?? noText();
  const fields = fieldsOfRecords(data.table);
  const fitting = data.table ? objectivesOfUse[data.table.use] : objectivesFor(fields);
  checkObjective(sameText(data.name), objective.type, fitting);
  const specials = specialsFor(data.table, objective);
  const request = { project: folder, cache, data, specials, n_ctx: settings.n_ctx };
  const { tokenizer, n_vocab, n_labels } = await worker.run('fit', request, watch);
  const demands = demandsOf(objective, { n_vocab, n_labels, fields });
  return { project, data, comparison, tokenizer, n_vocab, demands };
}

/** Stands in the run of a task in a project without a text. */
const noData: Data = {
  name: '',
  file: '',
  sha256: '',
  sizeBytes: 0,
  encoding: 'utf-8',
  tokenizer: 'character',
};

/** @throws ProblemError with the first fault of the drawing. */
export function planRun({ project, n_vocab, demands }: RunShared, variant: Variant): PlannedRun {
  const { settings } = project;
  const compiled = compile(variant.drawing, { n_vocab, n_ctx: settings.n_ctx, ...demands });
  const [problem] = compiled.problems;
  if (problem) fail(problem.where, problem.what, problem.fix, problem.target);
  return { variant, compiled, settings };
}

/** @throws ProblemError with the first fault of the drawing. */
export function makeRun(shared: RunShared, variant: Variant, id: string): Run {
  const { project, data, tokenizer, n_vocab, comparison } = shared;
  const { compiled, settings } = planRun(shared, variant);
  return {
    version: 1,
    id,
    name: variant.name,
    variant: variant.id,
    comparison,
    createdAt: new Date().toISOString(),
    drawing: variant.drawing,
    settings,
    data,
    task: project.task ?? null,
    tokenizer,
    n_vocab,
    n_params: compiled.n_params,
    status: 'paused',
    step: 0,
    backend: '',
  };
}

/** @throws ProblemError when the project has no such drawing. */
export function variantOf(project: Project, id: string): Variant {
  const variant = project.variants.find((each) => each.id === id);
  return (
    variant ??
    fail(
      sameText(project.name),
      { en: `there is no variant "${id}".`, zh: `没有变体“${id}”。` },
      { en: 'Choose one of its tabs.', zh: '请选择其中一个标签页。' },
    )
  );
}

function noText(): never {
  return fail(
    { en: 'Data', zh: '数据' },
    { en: 'the project has no text to train on.', zh: '项目还没有用于训练的文本。' },
    { en: 'Open a text file or take a sample text.', zh: '请打开一个文本文件，或使用示例文本。' },
  );
}
