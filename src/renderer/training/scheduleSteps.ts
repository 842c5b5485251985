import type { ScheduleSettings } from '@shared/contract/schedule';

/** Steps at which a small drawing samples the schedule: its corners, and evenly between them. */
export function scheduleSteps(
  { warmup_steps, max_steps }: Pick<ScheduleSettings, 'warmup_steps' | 'max_steps'>,
  pieces = 80,
): number[] {
  const steps = new Set([1, Math.min(Math.max(1, warmup_steps), max_steps), max_steps]);
  for (let piece = 1; piece < pieces; piece += 1) {
    steps.add(Math.max(1, Math.round((piece * max_steps) / pieces)));
  }
  return [...steps].sort((a, b) => a - b);
}
