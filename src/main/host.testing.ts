import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EventName, Events, OpenedProject } from '@shared/contract/calls';
import type { Run } from '@shared/contract/project';
import type { TrainerEvent } from '@shared/contract/trainer';
import type { Host } from './handlers';
import { createHost } from './host';
import type { Services, WorkerFiles } from './services';

/** A host as the window has it, whose dialogs answer what a test put there. */
export interface TestHost extends Host {
  answers: { text: string | null; project: string | null; place: string | null };
  /** All events of a run so far. */
  eventsOf(run: string): TrainerEvent[];
  /** Waits until a run has told something. */
  until(run: string, is: (event: TrainerEvent) => boolean): Promise<TrainerEvent>;
  readonly changes: Run[];
  /** What was told of projects that were taken over. */
  readonly lost: OpenedProject[];
  readonly userData: string;
}

export function testHost(
  folder: string,
  workers: WorkerFiles,
  more: Pick<Services, 'freeBytes' | 'watchMs' | 'spareAfterMs'> = {},
): TestHost {
  const userData = join(folder, 'userData');
  mkdirSync(userData, { recursive: true });
  const told: { run: string; event: TrainerEvent }[] = [];
  const changes: Run[] = [];
  const lost: OpenedProject[] = [];
  const hearers = new Set<() => void>();
  const answers: TestHost['answers'] = { text: null, project: null, place: null };
  const emit = <K extends EventName>(_: K, event: Events[K]) => {
    if (typeof event !== 'object') return;
    if ('event' in event) told.push(event);
    if ('recovered' in event) lost.push(event);
    if ('drawing' in event) changes.push(event);
    for (const hear of hearers) hear();
  };
  const host = createHost({
    ...more,
    userData,
    resources: resolve('resources'),
    info: { version: '0', electron: '0', platform: 'test' },
    workers,
    dialogs: {
      openText: async () => answers.text,
      openFolder: async () => answers.text,
      openTokenizer: async () => answers.text,
      saveTokenizer: async () => answers.place,
      openProject: async () => answers.project,
      saveProject: async () => answers.place,
    },
    emit,
    language: () => 'en',
    setLanguage: () => undefined,
    setDirty: () => undefined,
    answerClosing: () => undefined,
  });
  const eventsOf = (run: string) =>
    told.filter((each) => each.run === run).map(({ event }) => event);
  return {
    ...host,
    answers,
    changes,
    lost,
    userData,
    eventsOf,
    until: (run, is) =>
      new Promise((done) => {
        const look = () => {
          const found = eventsOf(run).find(is);
          if (found === undefined) return;
          hearers.delete(look);
          done(found);
        };
        hearers.add(look);
        look();
      }),
  };
}

/** The training losses a run has told, by step; a step told again counts once. */
export function lossesOf(events: readonly TrainerEvent[]): Map<number, number> {
  const losses = new Map<number, number>();
  for (const event of events)
    if (event.type === 'metrics')
      for (const { step, train_loss } of event.metrics)
        if (train_loss !== undefined) losses.set(step, train_loss);
  return losses;
}
