import type { EventName, Events } from '@shared/contract/calls';
import type { Language } from '@shared/contract/problem';

/** Questions to the person. null = cancelled. */
export interface Dialogs {
  /** A text file to train on. */
  openText(): Promise<string | null>;
  /** A folder of text files. */
  openFolder(): Promise<string | null>;
  /** A tokenizer.json. */
  openTokenizer(): Promise<string | null>;
  /** Where to write a tokenizer.json. */
  saveTokenizer(): Promise<string | null>;
  /** A project's folder. */
  openProject(): Promise<string | null>;
  /** Where to put a project of that name: a folder that may not exist yet. */
  saveProject(name: string): Promise<string | null>;
}

/** Files of the built program that run in a worker thread. */
export interface WorkerFiles {
  readonly trainer: string;
  readonly data: string;
}

/** What the calls need of whoever hosts them: Electron's main process, the command line, a test. */
export interface Services {
  /** Where drafts, recent projects and settings live. */
  readonly userData: string;
  /** Where sample texts and the built kernels lie. */
  readonly resources: string;
  readonly info: { readonly version: string; readonly electron: string; readonly platform: string };
  readonly workers: WorkerFiles;
  readonly dialogs: Dialogs;
  /** Memory that is free, in bytes, where somebody knows better than the system. */
  readonly freeBytes?: () => number;
  /** So long after the start, and after each training's, a thread is made ready for the next; missing = never. */
  readonly spareAfterMs?: number;
  /** How often a trainer is looked after; tests have less time. */
  readonly watchMs?: number;
  emit<K extends EventName>(name: K, event: Events[K]): void;
  language(): Language;
  setLanguage(language: Language): void;
  /** The window's dirty mark changed. */
  setDirty(dirty: boolean): void;
  /** The person's answer to `app:closing`. Training has stopped at a checkpoint before `close` arrives here. */
  answerClosing(answer: 'close' | 'stay'): void;
}
