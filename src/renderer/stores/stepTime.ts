import type { StepTime } from '@shared/contract/trainer';
import { create } from 'zustand';
import { shown } from '../ui/shown';
import { command } from './runCommands';
import { onOtherProject, onRunEvents, useRuns } from './runs';

interface StepTimeState {
  /** The newest, by run. */
  readonly times: Readonly<Record<string, StepTime>>;
  /** The run whose steps are measured because somebody looks. */
  readonly watched: string | null;
}

export const useStepTime = create<StepTimeState>()(() => ({ times: {}, watched: null }));

onRunEvents((events) => {
  for (const { run, event } of events) {
    if (event.type === 'time') {
      useStepTime.setState(({ times }) => ({ times: { ...times, [run]: event.time } }));
    }
    // Another trainer of the same run does not know that somebody looks.
    if (event.type === 'ready' && run === useStepTime.getState().watched) measure(run, true);
  }
});

onOtherProject(() => useStepTime.setState({ times: {} }));

function measure(run: string, watch: boolean): void {
  if (useRuns.getState().views[run]?.live == null) return;
  void shown(() => command(run, { type: 'time', watch }));
}

/** Measures the steps of that run from now on, and of no other; null = of none. */
export function watchStepTime(run: string | null): void {
  const { watched } = useStepTime.getState();
  if (watched === run) return;
  useStepTime.setState({ watched: run });
  if (watched !== null) measure(watched, false);
  if (run !== null) measure(run, true);
}
