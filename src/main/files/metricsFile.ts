import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { type Metric, metricSchema } from '@shared/contract/trainer';
import { fileErrorCode } from './fileProblem';

const NEWLINE = 0x0a;

/** Appends to metrics.jsonl. */
export interface MetricsLog {
  /** Never fails: what cannot be written now is written with the next. */
  append(metrics: readonly Metric[]): void;
  /** Everything appended is on disk, unless it is another's by now. @throws Error of the system when it cannot be. */
  sync(): void;
}

/**
 * A few hundred bytes every 50 ms: so little that waiting for the system costs less than not to. While `isTaken` says that
 * the file is another's, nothing is written into it.
 */
export function openMetricsLog(path: string, isTaken: () => boolean = () => false): MetricsLog {
  let waiting = endsTorn(path) ? '\n' : '';
  const write = () => {
    if (waiting === '' || isTaken()) return;
    appendFileSync(path, waiting);
    waiting = '';
  };
  return {
    append(metrics) {
      waiting += metrics.map((metric) => `${JSON.stringify(metric)}\n`).join('');
      try {
        write();
      } catch {
        // Part of it may have been written: the torn line ends, and all of it comes again.
        waiting = `\n${waiting.replace(/^\n/, '')}`;
      }
    },
    sync() {
      write();
      if (!existsSync(path)) return;
      const file = openSync(path, 'r+');
      fsyncSync(file);
      closeSync(file);
    },
  };
}

/** Whether a crash tore the last line. */
function endsTorn(path: string): boolean {
  const size = existsSync(path) ? statSync(path).size : 0;
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  const file = openSync(path, 'r');
  readSync(file, last, 0, 1, size - 1);
  closeSync(file);
  return last[0] !== NEWLINE;
}

/** No metric is longer; a sample has a few hundred characters. */
const MAX_LINE = 2 ** 20;

/**
 * The metrics of a run in the order of their steps. Lines that are no metric (torn by a crash) are passed over, and
 * where the run went on from an earlier checkpoint the later lines replace the earlier ones.
 */
export async function readMetrics(path: string): Promise<Metric[]> {
  const metrics: Metric[] = [];
  const read = (line: string) => {
    const metric = line === '' ? null : parseLine(line);
    if (metric !== null) place(metrics, metric);
  };
  let torn = '';
  try {
    for await (const piece of createReadStream(path, 'utf8')) {
      const lines = `${torn}${piece}`.split('\n');
      torn = (lines.pop() ?? '').slice(0, MAX_LINE);
      for (const line of lines) read(line);
    }
  } catch (error) {
    if (fileErrorCode(error) !== 'ENOENT') throw error;
  }
  read(torn);
  return metrics;
}

function parseLine(line: string): Metric | null {
  try {
    return metricSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function place(metrics: Metric[], metric: Metric): void {
  for (let last = metrics.at(-1); last && last.step > metric.step; last = metrics.at(-1)) {
    metrics.pop();
  }
  for (let i = metrics.length - 1; i >= 0; i--) {
    const other = metrics[i];
    if (other === undefined || other.step !== metric.step) break;
    if (kind(other) === kind(metric)) {
      metrics.length = i;
      break;
    }
  }
  metrics.push(metric);
}

function kind(metric: Metric): string {
  if (metric.sample !== undefined) return 'sample';
  return metric.val_loss !== undefined ? 'validation' : 'training';
}
