import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Language } from '@shared/contract/problem';
import type { TrainerEvent } from '@shared/contract/trainer';
import type { Host } from '../handlers';
import { createHost } from '../host';

/** What the command line answers where the window would ask with a dialog. */
export interface Answers {
  readonly text?: string;
  /** The project's folder. */
  readonly project: string;
}

/** The person's language, as their system says. */
export function systemLanguage(): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return (LC_ALL || LC_MESSAGES || LANG || '').startsWith('zh') ? 'zh' : 'en';
}

/** Works with the same host as the window, which is let go at the end. */
export async function withHost<T>(
  answers: Answers,
  hear: (event: TrainerEvent) => void,
  work: (host: Host) => Promise<T>,
): Promise<T> {
  const userData = await mkdtemp(join(tmpdir(), 'toyformer-cli-'));
  const host = createHost({
    userData,
    resources: join(__dirname, '../resources'),
    info: { version: '', electron: '', platform: process.platform },
    workers: { trainer: join(__dirname, 'trainer.js'), data: join(__dirname, 'data.js') },
    dialogs: {
      openText: async () => (answers.text === undefined ? null : resolve(answers.text)),
      openFolder: async () => null,
      openTokenizer: async () => null,
      saveTokenizer: async () => null,
      openProject: async () => resolve(answers.project),
      saveProject: async () => resolve(answers.project),
    },
    emit: (_, event) => {
      if (typeof event === 'object' && 'event' in event) hear(event.event);
    },
    language: systemLanguage,
    setLanguage: () => undefined,
    setDirty: () => undefined,
    answerClosing: () => undefined,
  });
  try {
    return await work(host);
  } finally {
    await host.close();
    await rm(userData, { recursive: true, force: true });
  }
}
