import { fail, type Text } from '../contract/problem';
import type { Shape } from '../tensor/shape';
import type { Objective } from './objective';
import { findObjective, objectiveByType } from './registry';

/** What an objective wants of a drawing, as `compile` checks it. */
export interface Demands {
  readonly objective: Text;
  readonly feeds: readonly string[];
  readonly causal: readonly string[];
  readonly output: Shape;
}

/** fields: what an example holds, such as `source` and `tokens`. */
export function demandsOf(
  objective: Objective,
  data: {
    readonly n_vocab: number;
    readonly n_labels: number;
    readonly fields: readonly string[];
  },
): Demands {
  return {
    objective: objective.title,
    feeds: objective.feeds(data.fields),
    causal: objective.causal,
    output: objective.output(data),
  };
}

/** The objectives that can ask examples with these fields. */
export function objectivesFor(fields: readonly string[]): string[] {
  return [...objectiveByType.values()]
    .filter(({ needs }) => needs.every((name) => fields.includes(name)))
    .map(({ type }) => type);
}

/** @throws Problem when an objective is not one of those that fit the data. */
export function checkObjective(where: Text, type: string, fitting: readonly string[]): void {
  findObjective(type);
  if (fitting.includes(type)) return;
  const titles = fitting.map((each) => findObjective(each).title);
  const [en, zh] = [titles.map((title) => title.en), titles.map((title) => title.zh)];
  fail(
    where,
    { en: 'this data cannot be asked that way.', zh: '这些数据不适合这个训练目标。' },
    {
      en: `Choose the objective ${en.join(', ')}.`,
      zh: `请选择训练目标：${zh.join('、')}。`,
    },
  );
}
