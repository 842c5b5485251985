import type { Metric, Start } from '@shared/contract/trainer';
import { Series } from './series';

export interface Sample {
  readonly step: number;
  readonly text: string;
}

/** The curves a chart can draw, by the field of a metric that feeds them. */
export const CURVES = [
  'train_loss',
  'val_loss',
  'val_accuracy',
  'val_exact',
  'lr',
  'grad_norm',
  'tokens_per_second',
] as const;
export type Curve = (typeof CURVES)[number];

const MAX_SAMPLES = 200;

/** Everything measured of one run. It changes in place, outside the stores and outside undo. */
export class MetricLog {
  readonly curves: Readonly<Record<Curve, Series>> = {
    train_loss: new Series(),
    val_loss: new Series(),
    val_accuracy: new Series(),
    val_exact: new Series(),
    lr: new Series(),
    grad_norm: new Series(),
    tokens_per_second: new Series(),
  };
  /** What was seen before the first step; null in runs of before it was looked at. */
  start: Start | null = null;
  /** Texts written while training, oldest first; the last 200. */
  samples: readonly Sample[] = [];

  add(metric: Metric): void {
    for (const name of CURVES) {
      const value = metric[name];
      if (value !== undefined) this.curves[name].push(metric.step, value);
    }
    this.start = metric.start ?? this.start;
    if (metric.sample === undefined) return;
    const before = this.samples.filter((sample) => sample.step < metric.step);
    this.samples = [...before, { step: metric.step, text: metric.sample }].slice(-MAX_SAMPLES);
  }
}
