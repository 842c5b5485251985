import type { Settings } from './project';

export type ScheduleSettings = Pick<
  Settings,
  'lr' | 'min_lr' | 'warmup_steps' | 'schedule' | 'max_steps'
>;

/**
 * The learning rate of a step, counted from 1: rises evenly to `lr` over the warm-up, then falls to `min_lr` at
 * `max_steps` and stays there. The trainer steps with it, and the window draws it.
 *
 * @see Loshchilov & Hutter 2016, equation 5 (cosine, one period)
 */
export function learningRate(settings: ScheduleSettings, step: number): number {
  const { lr, min_lr, warmup_steps, schedule, max_steps } = settings;
  if (step <= warmup_steps) return (lr * step) / warmup_steps;
  if (schedule === 'constant') return lr;
  const done = Math.min(1, (step - warmup_steps) / Math.max(1, max_steps - warmup_steps));
  const left = schedule === 'linear' ? 1 - done : (1 + Math.cos(Math.PI * done)) / 2;
  return min_lr + left * (lr - min_lr);
}
