import type { Settings } from './project';

export type ScheduleSettings = Pick<
  Settings,
  'lr' | 'min_lr' | 'warmup_steps' | 'schedule' | 'max_steps' | 'decay_steps' | 'decay_factor'
>;

/**
 * The learning rate of a step, counted from 1: rises evenly to `lr` over the warm-up, then falls: `linear` and `cosine`
 * to `min_lr` at `max_steps`, where they stay; `stepwise` by a factor every so many steps; `noam` with 1/√step. The trainer
 * steps with it, and the window draws it.
 *
 * @see Loshchilov & Hutter 2016, equation 5 (cosine, one period)
 * @see Vaswani et al. 2017, §5.3, equation 3 (noam; there lr = 1/√(d_model · warmup_steps))
 */
export function learningRate(settings: ScheduleSettings, step: number): number {
  const { lr, min_lr, warmup_steps, schedule, max_steps } = settings;
  if (step <= warmup_steps) return (lr * step) / warmup_steps;
  if (schedule === 'constant') return lr;
  if (schedule === 'noam') return lr * Math.sqrt(Math.max(1, warmup_steps) / step);
  if (schedule === 'stepwise') {
    return lr * settings.decay_factor ** Math.floor((step - warmup_steps) / settings.decay_steps);
  }
  const done = Math.min(1, (step - warmup_steps) / Math.max(1, max_steps - warmup_steps));
  const left = schedule === 'linear' ? 1 - done : (1 + Math.cos(Math.PI * done)) / 2;
  return min_lr + left * (lr - min_lr);
}
