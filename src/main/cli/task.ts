import { parseParams } from '@shared/contract/params';
import { fail, sameText } from '@shared/contract/problem';
import type { ParamValue, TaskChoice } from '@shared/contract/project';
import { findTask } from '@shared/datasets/registry';
import { findTemplate } from './drawing';
import { numberOrText, ofFlag } from './flags';

/** `keyValue` or `keyValue:n_keys=16,n_items=8` → the task and its params. @throws ProblemError */
export function readTask(text: string): TaskChoice {
  const [name = '', list = ''] = text.split(/:(.*)/s);
  const task = ofFlag('--task', () => findTask(name));
  const params: Record<string, ParamValue> = {};
  for (const part of list.split(',').filter((each) => each !== '')) {
    const [key = '', value = ''] = part.split(/=(.*)/s);
    if (!Object.hasOwn(task.params.shape, key))
      noSuchParam(name, key, Object.keys(task.params.shape));
    params[key] = toParam(value);
  }
  parseParams(task.params, params, sameText(`--task ${name}`));
  return { type: task.type, params };
}

function toParam(text: string): ParamValue {
  return text === 'true' || text === 'false' ? text === 'true' : numberOrText(text);
}

/** The objective to train when none is given: one that both the task and the template are meant for. */
export function objectiveFor(
  task: TaskChoice | null | undefined,
  template: string | undefined,
): string | null {
  const drawn = template === undefined ? null : findTemplate(template).objective;
  if (!task) return drawn;
  const { objectives } = findTask(task.type);
  return drawn !== null && objectives.includes(drawn) ? drawn : (objectives[0] ?? drawn);
}

function noSuchParam(task: string, name: string, known: readonly string[]): never {
  return fail(
    sameText(`--task ${task}`),
    { en: `it has no param "${name}".`, zh: `没有参数“${name}”。` },
    known.length === 0
      ? { en: 'It has none.', zh: '该任务没有参数。' }
      : { en: `It has ${known.join(', ')}.`, zh: `可用：${known.join('、')}。` },
  );
}
