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

/** What examples hold, and the objectives that they are meant for; null = every one that needs no other fields. */
interface Fitting {
  readonly fields: readonly string[];
  readonly objectives: readonly string[] | null;
}

/** The objectives that can ask it, the one it is meant for first. */
export function objectivesFor({ fields, objectives }: Fitting): readonly string[] {
  return (
    objectives ??
    [...objectiveByType.values()]
      .filter(({ needs }) => needs.every((name) => fields.includes(name)))
      .map(({ type }) => type)
  );
}

/** @throws Problem when an objective is not one of those that fit the data. */
export function checkObjective(data: Fitting & { readonly name: Text }, type: string): void {
  findObjective(type);
  const fitting = objectivesFor(data);
  if (fitting.includes(type)) return;
  const titles = fitting.map((each) => findObjective(each).title);
  const [en, zh] = [titles.map((title) => title.en), titles.map((title) => title.zh)];
  fail(
    data.name,
    { en: 'this data cannot be asked that way.', zh: '这些数据不适合这个训练目标。' },
    {
      en: `Choose the objective ${en.join(', ')}.`,
      zh: `请选择训练目标：${zh.join('、')}。`,
    },
  );
}
