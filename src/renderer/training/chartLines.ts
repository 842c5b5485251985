import { decimate, type Point } from './decimate';
import type { Curve } from './metricLog';
import type { RunView } from './runView';
import { smooth } from './smooth';

/** A run as the chart draws it. */
export interface ChartRun {
  readonly view: RunView;
  readonly name: string;
  readonly color: string;
  /** An older run of a variant that is shown beside its newest is drawn dotted. */
  readonly dotted: boolean;
}

export interface ChartLine {
  readonly key: string;
  readonly curve: Curve;
  readonly run: ChartRun;
  readonly points: readonly Point[];
  /** Validation is thick, training thin. */
  readonly thick: boolean;
}

export type Charted = 'loss' | 'right' | 'lr' | 'grad_norm' | 'tokens_per_second';

export function curvesOf(charted: Charted): readonly Curve[] {
  if (charted === 'loss') return ['train_loss', 'val_loss'];
  return charted === 'right' ? ['val_accuracy', 'val_exact'] : [charted];
}

/** Measured at each validation, not at each step. */
const validated: ReadonlySet<Curve> = new Set(['val_loss', 'val_accuracy', 'val_exact']);

export interface LineOptions {
  readonly charted: Charted;
  readonly smoothing: number;
  readonly log: boolean;
  readonly maxPoints: number;
}

/** The lines to draw: smoothed first, then thinned out to what the eye can tell apart. */
export function chartLines(runs: readonly ChartRun[], options: LineOptions): ChartLine[] {
  const curves = curvesOf(options.charted);
  return runs.flatMap((run) =>
    curves.map((curve) => {
      const { steps, values } = run.view.log.curves[curve];
      const weight = validated.has(curve) || curve === 'lr' ? 0 : options.smoothing;
      const points = decimate(steps, smooth(values, weight), options.maxPoints);
      const drawable = points.filter(
        ({ value }) => Number.isFinite(value) && (!options.log || value > 0),
      );
      const key = `${run.view.run.id} ${curve}`;
      return {
        key,
        curve,
        run,
        points: drawable,
        thick: curve === 'val_loss' || curve === 'val_exact',
      };
    }),
  );
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** From the lowest to the highest value of all lines and guides, with a little air. */
export function valueRange(
  lines: readonly ChartLine[],
  guides: readonly number[],
  log: boolean,
): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const { points } of lines) for (const { value } of points) take(value);
  for (const guide of guides) take(guide);
  if (!(high >= low)) return { low: log ? 0.1 : 0, high: 1 };
  if (log) return { low: low / 1.08, high: high * 1.08 };
  const air = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  return { low: low >= 0 ? Math.max(0, low - air) : low - air, high: high + air };
}

export interface Reading {
  readonly line: ChartLine;
  readonly step: number;
  readonly value: number;
}

/** The measured value of each line at a step, as it was before smoothing; validation within its interval. */
export function readAt(lines: readonly ChartLine[], step: number): Reading[] {
  return lines.flatMap((line) => {
    const { eval_interval } = line.run.view.run.settings;
    const series = line.run.view.log.curves[line.curve];
    const last = series.last();
    if (last === null || step > last.step + eval_interval) return [];
    const found = series.near(step, validated.has(line.curve) ? eval_interval : 10);
    return found === null ? [] : [{ line, ...found }];
  });
}
