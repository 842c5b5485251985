import { fail, sameText } from '@shared/contract/problem';
import type { Data, Project, Run, Variant } from '@shared/contract/project';
import { checkExamples, learnableOf } from '@shared/datasets/learnable';
import { specialsFor } from '@shared/datasets/records';
import { compile } from '@shared/graph/compile';
import { checkObjective, type Demands, demandsOf } from '@shared/objectives/demands';
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
  const { settings } = project;
  const objective = findObjective(settings.objective);
  const learnable = learnableOf(project, objective.specials) ?? noText();
  checkObjective(learnable, objective.type);
  checkExamples(project, settings.n_ctx);
  const { name, fields, dataset } = learnable;
  if (dataset !== null) {
    const { tokenizer, n_labels } = dataset;
    const { n_vocab } = tokenizer;
    const demands = demandsOf(objective, { n_vocab, n_labels, fields });
    const data = project.data ?? { ...noData, name: name.en };
    return { project, data, comparison, tokenizer: tokenizer.save(), n_vocab, demands };
  }
  const data = project.data ?? noText();
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
