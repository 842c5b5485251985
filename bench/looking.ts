import { AttentionWatch } from '@shared/training/attentionWatch';
import { TimeWatch } from '@shared/training/timeWatch';
import type { Config } from './configs';
import { open, type Task } from './session';

/** Steps in a row with, and then without, somebody who looks. */
const BLOCK = 12;

/**
 * What looking costs, in shares of a step: one attention heatmap open, and a step's time split open. Blocks of steps with and
 * without take turns, so that whatever else the machine does meets both.
 */
export async function looking(task: Task, config: Config) {
  const { session } = await open(task, config);
  const now = () => performance.now();
  const attention = new AttentionWatch(session, now, () => undefined);
  const time = new TimeWatch(session, now, () => undefined);
  const block = async () => {
    const start = now();
    for (let i = 0; i < BLOCK; i++) {
      await time.around(() => session.trainer.trainStep());
      attention.afterStep();
    }
    return now() - start;
  };
  const heatmap = (isOn: boolean) => {
    attention.attend(null, isOn);
    attention.answer();
  };
  const ratiosOf = async (look: (isOn: boolean) => void) => {
    const ratios: number[] = [];
    const end = now() + 1000 * task.seconds;
    while (ratios.length < 5 || now() < end) {
      look(false);
      const without = await block();
      look(true);
      ratios.push((await block()) / without);
    }
    look(false);
    return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? Number.NaN;
  };
  await block();
  const [heatmapCost, splitCost] = [
    await ratiosOf(heatmap),
    await ratiosOf((isOn) => time.watch(isOn)),
  ];
  await session.team.close();
  return { heatmap_percent: 100 * (heatmapCost - 1), split_percent: 100 * (splitCost - 1) };
}
