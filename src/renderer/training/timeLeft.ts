/** When a step was reached, in milliseconds of one steady clock. */
export interface Moment {
  readonly step: number;
  readonly ms: number;
}

/**
 * Seconds until `max_steps`, from the pace between the two moments; null while there is no pace yet.
 */
export function secondsLeft(from: Moment, now: Moment, max_steps: number): number | null {
  const steps = now.step - from.step;
  const ms = now.ms - from.ms;
  if (steps <= 0 || ms < 300) return null;
  return Math.max(0, ((max_steps - now.step) * ms) / steps / 1000);
}

/** `0:41`, `12:05`, `1:02:09`. */
export function showDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
