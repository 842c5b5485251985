import type { Metric, Start } from '@shared/contract/trainer';
import { noPoints, type Series } from './series';

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

/** Everything measured of one run so far. More measured is another log: what was drawn from this one stays true. */
export interface MetricLog {
  readonly curves: Readonly<Record<Curve, Series>>;
  /** What was seen before the first step; null in runs of before it was looked at. */
  readonly start: Start | null;
  /** Texts written while training, oldest first; the last 200. */
  readonly samples: readonly Sample[];
}

export const emptyLog: MetricLog = {
  curves: {
    train_loss: noPoints,
    val_loss: noPoints,
    val_accuracy: noPoints,
    val_exact: noPoints,
    lr: noPoints,
    grad_norm: noPoints,
    tokens_per_second: noPoints,
  },
  start: null,
  samples: [],
};

/** The log with more metrics, in the order they were measured. */
export function withMetrics(log: MetricLog, metrics: readonly Metric[]): MetricLog {
  const curves = { ...log.curves };
  let { start, samples } = log;
  for (const metric of metrics) {
    for (const name of CURVES) {
      const value = metric[name];
      if (value !== undefined) curves[name] = curves[name].with(metric.step, value);
    }
    start = metric.start ?? start;
    if (metric.sample !== undefined) samples = withSample(samples, metric.step, metric.sample);
  }
  return { curves, start, samples };
}

function withSample(samples: readonly Sample[], step: number, text: string): Sample[] {
  const before = samples.filter((sample) => sample.step < step);
  return [...before, { step, text }].slice(-MAX_SAMPLES);
}
