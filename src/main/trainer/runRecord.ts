import type { Run } from '@shared/contract/project';
import type { Metric } from '@shared/contract/trainer';
import { withFileProblems } from '../files/fileProblem';
import { appendMetrics, mendLastLine } from '../files/metricsFile';
import { metricsFile, writeRun } from '../files/runFolder';
import type { RunPlace } from './trainers';

/** What a live run leaves on disk: run.json and metrics.jsonl, written one after the other in the order told. */
export interface RunRecord {
  run(): Run;
  /** Changes the run as it is known here; `keep` also writes it down. */
  update(change: Partial<Pick<Run, 'status' | 'step' | 'backend'>>, keep: boolean): void;
  append(metrics: readonly Metric[]): void;
  /** When all that was told is on disk. */
  flush(): Promise<void>;
}

/** `onProblem` hears once of what the disk refuses; after that nothing more is written. */
export function createRunRecord(
  { folder, run: first }: RunPlace,
  onProblem: (error: unknown) => void,
): RunRecord {
  const path = metricsFile(folder);
  let run = first;
  let broken = false;
  const write = (work: () => Promise<void>) => {
    last = last.then(async () => {
      if (broken) return;
      try {
        await withFileProblems({ en: `Run "${run.name}"`, zh: `训练“${run.name}”` }, work);
      } catch (error) {
        broken = true;
        onProblem(error);
      }
    });
  };
  let last: Promise<void> = Promise.resolve();
  write(() => mendLastLine(path));
  return {
    run: () => run,
    update(change, keep) {
      run = { ...run, ...change };
      const now = run;
      if (keep) write(() => writeRun(folder, now));
    },
    append(metrics) {
      write(() => appendMetrics(path, metrics));
    },
    flush: () => last,
  };
}
