/** Round numbers within [low, high], about `count` of them: 1, 2 or 5 times a power of ten apart. */
export function niceTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at += 1) {
    ticks.push(Number((at * step).toPrecision(12)));
  }
  return ticks;
}

/** The end of a step axis that has to hold `step`: it grows rarely, by much, and never beyond the run's last step. */
export function axisEnd(step: number, max_steps: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  const round = [1, 2, 5, 10].find((factor) => factor * power >= step) ?? 10;
  return Math.max(step, 1, Math.min(round * power, max_steps));
}

/** Round numbers for a logarithmic axis: powers of ten, and 2 and 5 between them where there is room. */
export function logTicks(low: number, high: number): number[] {
  if (!(low > 0 && high > low)) return [low];
  const decades = Math.log10(high / low);
  const factors = decades > 3 ? [1] : decades > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const factor of factors) {
      const tick = Number((factor * 10 ** power).toPrecision(12));
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  return ticks;
}
