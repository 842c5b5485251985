import { fail } from '../contract/problem';
import { addition } from './addition';
import { cloze } from './cloze';
import { induction } from './induction';
import { keyValue, multiQuery } from './keyValue';
import { copy, reverse, sort } from './rearranged';
import { recall, stripes } from './recall';
import type { AnyTask } from './task';
import { translation } from './translation';
import { whichFirst } from './whichFirst';

/** Every synthetic task offered. Add one: write its file, list it here. */
const tasks = [
  copy,
  reverse,
  sort,
  addition,
  induction,
  keyValue,
  multiQuery,
  stripes,
  recall,
  whichFirst,
  cloze,
  translation,
] as const satisfies readonly AnyTask[];

export const taskByType: ReadonlyMap<string, AnyTask> = new Map(
  tasks.map((task): [string, AnyTask] => [task.type, task]),
);

/** @throws Problem when no such task exists. */
export function findTask(type: string): AnyTask {
  const known = [...taskByType.keys()].join(', ');
  return (
    taskByType.get(type) ??
    fail(
      { en: 'Task', zh: '任务' },
      { en: `there is no task "${type}".`, zh: `没有名为“${type}”的任务。` },
      { en: `Use one of ${known}.`, zh: `可用：${known}。` },
    )
  );
}
