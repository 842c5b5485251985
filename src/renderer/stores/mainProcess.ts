import type { Language } from '@shared/contract/problem';
import { call, listen } from '../api';
import { askToClose } from '../ui/questions';
import { shown } from '../ui/shown';
import { runNamed } from './commands';
import { useProject } from './project';
import { saveProject } from './projectCommands';

async function answerClosing(state: { dirty: boolean; training: boolean }): Promise<void> {
  const answer = await askToClose(state);
  const close =
    answer === 'close' || (answer === 'save' && (await shown(() => saveProject(false))));
  await call('app:close', close ? 'close' : 'stay');
}

/** Carries out menu commands and answers the question before closing. Answers the function that stops. */
export function hearMainProcess(): () => void {
  const stops = [
    listen('menu:command', runNamed),
    listen('project:lost', (opened) => useProject.getState().becomeReadOnly(opened)),
    listen('app:closing', (state) => void answerClosing(state)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Menus and dialogs follow the window's language. */
export async function tellLanguage(language: Language): Promise<void> {
  await call('app:setLanguage', language);
}
