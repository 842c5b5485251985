import { fail, sameText } from '@shared/contract/problem';
import type { Data, Project, Run, Variant } from '@shared/contract/project';
import { compile } from '@shared/graph/compile';
import { findObjective } from '@shared/objectives/registry';
import type { DataWorker } from '../data/dataWorker';

/** What the runs of one click share. */
export interface RunShared {
  readonly project: Project;
  readonly data: Data;
  readonly tokenizer: unknown;
  readonly n_vocab: number;
  readonly comparison: string | null;
}

/** Fits the tokenizer on the project's text. @throws ProblemError when there is no text, or too little of it. */
export async function prepareRuns(
  worker: DataWorker,
  folder: string,
  project: Project,
  comparison: string | null,
): Promise<RunShared> {
  const { settings } = project;
  const data = project.data ?? noText();
  const objective = findObjective(settings.objective);
  const fit = await worker.run('fit', {
    project: folder,
    data,
    specials: objective.specials,
    n_ctx: settings.n_ctx,
  });
  return { project, data, comparison, ...fit };
}

/** @throws ProblemError with the first fault of the drawing. */
export function makeRun(shared: RunShared, variant: Variant, id: string): Run {
  const { project, data, tokenizer, n_vocab, comparison } = shared;
  const { settings } = project;
  const compiled = compile(variant.drawing, { n_vocab, n_ctx: settings.n_ctx });
  const [problem] = compiled.problems;
  if (problem) fail(problem.where, problem.what, problem.fix, problem.target);
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
