import type { Metric } from '../contract/trainer';

/** What is said together waits no longer than this. */
export const COALESCE_MS = 50;

/** Metrics on their way out: many small ones leave as one message. */
export interface MetricBuffer {
  add(metric: Metric): void;
  /** Sends them if the oldest has waited long enough. */
  flushIfDue(): void;
  flush(): void;
}

export function createMetricBuffer(
  now: () => number,
  send: (metrics: Metric[]) => void,
): MetricBuffer {
  let waiting: Metric[] = [];
  let since = 0;
  const flush = () => {
    if (waiting.length > 0) send(waiting);
    waiting = [];
  };
  return {
    add(metric) {
      if (waiting.length === 0) since = now();
      waiting.push(metric);
    },
    flushIfDue() {
      if (now() - since >= COALESCE_MS) flush();
    },
    flush,
  };
}
