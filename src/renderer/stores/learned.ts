import { type Problem, ProblemError, sameText } from '@shared/contract/problem';
import type { Data, Project, TaskChoice } from '@shared/contract/project';
import type { Dataset } from '@shared/datasets/dataset';
import { checkExamples, type Learnable, learnableOf } from '@shared/datasets/learnable';
import { fieldsOfRecords, specialsFor } from '@shared/datasets/records';
import { findTask } from '@shared/datasets/registry';
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

function learned(question: Question): Learned {
  const { task, data, objective: type, n_ctx } = question;
  const objective = objectiveByType.get(type);
  const specials = objective?.specials ?? [];
  try {
    const learnable = learnableOf(question, specials) ?? unchosen;
    const { dataset } = learnable;
    const objectives = objectivesFor(learnable);
    const own = specialsFor(data?.table, { type, specials });
    const n_vocab = dataset?.tokenizer.n_vocab ?? question.n_vocab + own.length;
    const demands = objective && demandsOf(objective, { ...learnable, n_vocab });
    const problem = problemOf(question, learnable);
    return { sizes: { n_vocab, n_ctx, ...demands }, objectives, dataset, problem };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const objectives = task ? findTask(task.type).objectives : [];
    const sizes = { n_vocab: question.n_vocab, n_ctx };
    return { sizes, objectives, dataset: null, problem: error.problem };
  }
}

/** Before anything is chosen, a drawing is for a text. */
const unchosen: Learnable = {
  name: sameText(''),
  fields: fieldsOfRecords(null),
  objectives: null,
  n_labels: 0,
  dataset: null,
};

function problemOf(question: Question, learnable: Learnable): Problem | null {
  try {
    checkObjective(learnable, question.objective);
    checkExamples(question, question.n_ctx);
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
