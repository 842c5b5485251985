import { sameText, type Text } from '../contract/problem';
import type { Data, TaskChoice } from '../contract/project';
import { type Dataset, fieldsOf } from './dataset';
import { fieldsOfRecords, objectivesOfUse } from './records';
import { findTask } from './registry';
import { checkLongest, openTask } from './task';

/** What a project or a run chose to learn from; a task comes before a file. */
export interface Source {
  readonly task?: TaskChoice | null | undefined;
  readonly data: Data | null;
}

/** What is known of a source before any file is read. */
export interface Learnable {
  readonly name: Text;
  /** What an example holds, such as `source` and `tokens`. */
  readonly fields: readonly string[];
  /** The objectives that it is meant for; null = every one that needs no other fields. */
  readonly objectives: readonly string[] | null;
  readonly n_labels: number;
  /** Of a task; null for a file, which has yet to be read. */
  readonly dataset: Dataset | null;
}

/**
 * specials: tokens that a task's vocabulary has to hold for its objective.
 * @throws Problem when the params of a task are wrong.
 */
export function learnableOf(
  { task, data }: Source & { readonly data: Data },
  specials: readonly string[],
): Learnable;
export function learnableOf(source: Source, specials: readonly string[]): Learnable | null;
export function learnableOf({ task, data }: Source, specials: readonly string[]): Learnable | null {
  if (task) {
    const { title: name, objectives } = findTask(task.type);
    const dataset = openTask(findTask(task.type), task.params, specials);
    return { name, objectives, dataset, fields: fieldsOf(dataset), n_labels: dataset.n_labels };
  }
  if (data === null) return null;
  const { name, table } = data;
  return {
    name: sameText(name),
    fields: fieldsOfRecords(table),
    objectives: table ? objectivesOfUse[table.use] : null,
    n_labels: table?.n_labels ?? 0,
    dataset: null,
  };
}

/** @throws Problem when examples of a task do not fit into n_ctx positions. */
export function checkExamples({ task }: Source, n_ctx: number): void {
  if (task) checkLongest(findTask(task.type), task.params, n_ctx);
}
