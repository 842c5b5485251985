import { type Problem, ProblemError } from '@shared/contract/problem';
import { useCallback, useEffect, useState } from 'react';
import { keepUnsaved } from '../stores/autosave';
import { hearMainProcess } from '../stores/mainProcess';
import { useProject } from '../stores/project';
import { openLastProject } from '../stores/projectCommands';
import { connectRuns } from '../stores/runs';

/** Opens the project of the last session and hears what the main process says. */
export function useMainProcess(): { problem: Problem | null; retry: () => void } {
  const [problem, setProblem] = useState<Problem | null>(null);

  const open = useCallback(async () => {
    setProblem(null);
    try {
      await openLastProject();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error.problem);
    }
  }, []);

  useEffect(() => {
    connectRuns();
    if (useProject.getState().project === null) void open();
    const stopKeeping = keepUnsaved();
    const stopHearing = hearMainProcess();
    return () => {
      stopKeeping();
      stopHearing();
    };
  }, [open]);

  return { problem, retry: () => void open() };
}
