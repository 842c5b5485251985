import { type Problem, ProblemError, sameText } from '@shared/contract/problem';
import type { Data, Project, TaskChoice } from '@shared/contract/project';
import { type Dataset, fieldsOf } from '@shared/datasets/dataset';
import { fieldsOfRecords, objectivesOfUse, specialsFor } from '@shared/datasets/records';
import { findTask } from '@shared/datasets/registry';
import { checkLongest, openTask } from '@shared/datasets/task';
import type { Sizes } from '@shared/graph/compiled';
import { checkObjective, demandsOf, objectivesFor } from '@shared/objectives/demands';
import { objectiveByType } from '@shared/objectives/registry';
import { useProject } from './project';

/** What the models of a project learn from, as far as the window must know it. */
export interface Learned {
  /** What the drawings are compiled for. */
  readonly sizes: Sizes;
  /** The objectives that can ask it. */
  readonly objectives: readonly string[];
  /** Of a task; null for a file. */
  readonly dataset: Dataset | null;
  /** Why it cannot be learned as it is set. */
  readonly problem: Problem | null;
}

/** Everything that `learned` depends on. */
interface Question {
  readonly task: TaskChoice | null;
  readonly data: Data | null;
  readonly objective: string;
  readonly n_ctx: number;
  /** Of the file, without the objective's own tokens. */
  readonly n_vocab: number;
}

interface Source {
  readonly n_vocab: number;
  readonly n_labels: number;
  readonly fields: readonly string[];
  readonly objectives: readonly string[];
  readonly dataset: Dataset | null;
}

function learned(question: Question): Learned {
  const { n_ctx } = question;
  const plain = { n_vocab: question.n_vocab, n_ctx };
  const objective = objectiveByType.get(question.objective);
  try {
    const source = sourceOf(question, objective?.specials ?? []);
    const { n_vocab, objectives, dataset } = source;
    const sizes = { n_vocab, n_ctx, ...(objective && demandsOf(objective, source)) };
    const problem = problemOf(question, objectives);
    return { sizes, objectives, dataset, problem };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const objectives = question.task ? findTask(question.task.type).objectives : [];
    return { sizes: plain, objectives, dataset: null, problem: error.problem };
  }
}

function sourceOf(
  { task, data, n_vocab, objective }: Question,
  specials: readonly string[],
): Source {
  if (task === null) {
    const table = data?.table ?? null;
    const fields = fieldsOfRecords(table);
    const objectives = table === null ? objectivesFor(fields) : objectivesOfUse[table.use];
    const own = specialsFor(table, { type: objective, specials });
    const n_labels = table?.n_labels ?? 0;
    return { n_vocab: n_vocab + own.length, n_labels, fields, objectives, dataset: null };
  }
  const kind = findTask(task.type);
  const dataset = openTask(kind, task.params, specials);
  return {
    n_vocab: dataset.tokenizer.n_vocab,
    n_labels: dataset.n_labels,
    fields: fieldsOf(dataset),
    objectives: kind.objectives,
    dataset,
  };
}

function problemOf({ task, data, objective, n_ctx }: Question, fitting: readonly string[]) {
  const kind = task === null ? null : findTask(task.type);
  try {
    checkObjective(kind?.title ?? sameText(data?.name ?? ''), objective, fitting);
    if (kind !== null) checkLongest(kind, task?.params, n_ctx);
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.problem;
  }
}

let last: { question: Question; answer: Learned } | null = null;

function sameQuestion(a: Question, b: Question): boolean {
  return (
    a.task === b.task &&
    a.data === b.data &&
    a.objective === b.objective &&
    a.n_ctx === b.n_ctx &&
    a.n_vocab === b.n_vocab
  );
}

/** Asked again for the same, it answers the very same object. */
export function learnedBy(
  project: Pick<Project, 'task' | 'data' | 'settings'> | null,
  n_vocab: number,
): Learned {
  const question = {
    task: project?.task ?? null,
    data: project?.data ?? null,
    objective: project?.settings.objective ?? 'nextToken',
    n_ctx: project?.settings.n_ctx ?? 1,
    n_vocab,
  };
  if (last === null || !sameQuestion(last.question, question)) {
    last = { question, answer: learned(question) };
  }
  return last.answer;
}

export function learnedNow(): Learned {
  const { project, n_vocab } = useProject.getState();
  return learnedBy(project, n_vocab);
}

export function useLearned(): Learned {
  return useProject(({ project, n_vocab }) => learnedBy(project, n_vocab));
}

/** Whether there is anything to learn: a file, or a task. */
export function useHasData(): boolean {
  return useProject(({ project }) => project?.data != null || project?.task != null);
}
