import { appendFile, open, readFile, stat } from 'node:fs/promises';
import { type Metric, metricSchema } from '@shared/contract/trainer';
import { fileErrorCode } from './fileProblem';

const NEWLINE = 0x0a;

/** Opens metrics.jsonl for appending: a line torn by a crash is ended, so that the next one starts whole. */
export async function mendLastLine(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return;
  const file = await open(path, 'r');
  try {
    const last = Buffer.alloc(1);
    await file.read(last, 0, 1, size - 1);
    if (last[0] !== NEWLINE) await appendFile(path, '\n');
  } finally {
    await file.close();
  }
}

export async function appendMetrics(path: string, metrics: readonly Metric[]): Promise<void> {
  if (metrics.length === 0) return;
  await appendFile(path, metrics.map((metric) => `${JSON.stringify(metric)}\n`).join(''));
}

/**
 * The metrics of a run in the order of their steps. Lines that are no metric (torn by a crash) are passed over, and
 * where the run went on from an earlier checkpoint the later lines replace the earlier ones.
 */
export async function readMetrics(path: string): Promise<Metric[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (fileErrorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const metrics: Metric[] = [];
  for (const line of text.split('\n')) {
    const metric = line === '' ? null : parseLine(line);
    if (metric !== null) place(metrics, metric);
  }
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
