import { type Problem, ProblemError } from '@shared/contract/problem';
import { useCallback, useEffect, useState } from 'react';
import { call, listen, shown } from '../api';
import { keepUnsaved } from '../stores/autosave';
import { runNamed } from '../stores/commands';
import { useProject } from '../stores/project';
import { saveProject } from '../stores/projectCommands';
import { connectRuns } from '../stores/runs';
import { askToClose } from '../ui/questions';

async function answerClosing(state: { dirty: boolean; training: boolean }): Promise<void> {
  const answer = await askToClose(state);
  const close =
    answer === 'close' || (answer === 'save' && (await shown(() => saveProject(false))));
  await call('app:close', close ? 'close' : 'stay');
}

/** Opens the project of the last session and hears what the main process says. */
export function useMainProcess(): { problem: Problem | null; retry: () => void } {
  const [problem, setProblem] = useState<Problem | null>(null);

  const open = useCallback(async () => {
    setProblem(null);
    try {
      useProject.getState().load(await call('project:start', null));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error.problem);
    }
  }, []);

  useEffect(() => {
    connectRuns();
    if (useProject.getState().project === null) void open();
    const stops = [
      keepUnsaved(),
      listen('menu:command', runNamed),
      listen('app:closing', (state) => void answerClosing(state)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [open]);

  return { problem, retry: () => void open() };
}
