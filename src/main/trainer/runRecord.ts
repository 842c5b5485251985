import type { Run } from '@shared/contract/project';
import { isTaken } from '../files/lock';
import { writeRun } from '../files/runFolder';
import type { RunPlace } from './trainers';

/** A live run's run.json. Its metrics and checkpoints are written by the trainer itself, in their own order. */
export interface RunRecord {
  run(): Run;
  /** Changes the run as it is known here; `keep` also writes it down, in the order told. */
  update(change: Partial<Pick<Run, 'status' | 'step' | 'backend'>>, keep: boolean): void;
  /** When all that was told is on disk. */
  flush(): Promise<void>;
}

/** `onProblem` hears of what the disk refuses. The next change is written all the same. */
export function createRunRecord(
  { project, folder, run: first }: RunPlace,
  onProblem: (error: unknown) => void,
): RunRecord {
  let run = first;
  let last: Promise<void> = Promise.resolve();
  /** Of a project that is another's by now, nothing is written: it is only looked at. */
  const write = async (now: Run) => {
    if (!(await isTaken(project))) await writeRun(folder, now);
  };
  return {
    run: () => run,
    update(change, keep) {
      run = { ...run, ...change };
      const now = run;
      if (keep) last = last.then(() => write(now)).catch(onProblem);
    },
    flush: () => last,
  };
}
