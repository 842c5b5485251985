import { fail } from '../contract/problem';
import { maskedToken } from './maskedToken';
import { nextToken } from './nextToken';
import type { Objective } from './objective';
import { seq2seq } from './seq2seq';
import { sequenceLabel } from './sequenceLabel';
import { tokenLabel } from './tokenLabel';

/** Every objective offered. Add one: write its file, list it here. */
const objectives = [
  nextToken,
  maskedToken,
  seq2seq,
  sequenceLabel,
  tokenLabel,
] as const satisfies readonly Objective[];

export const objectiveByType: ReadonlyMap<string, Objective> = new Map(
  objectives.map((objective): [string, Objective] => [objective.type, objective]),
);

/** @throws Problem when no such objective exists. */
export function findObjective(type: string): Objective {
  const known = [...objectiveByType.keys()].join(', ');
  return (
    objectiveByType.get(type) ??
    fail(
      { en: 'Objective', zh: '训练目标' },
      { en: `there is no objective "${type}".`, zh: `没有名为“${type}”的训练目标。` },
      { en: `Use one of ${known}.`, zh: `可用：${known}。` },
    )
  );
}
