import type { OpenedProject } from '@shared/contract/calls';
import { fail } from '@shared/contract/problem';
import type { DataWorker } from '../data/dataWorker';
import type { RecentProjects } from '../files/recentProjects';
import type { Services } from '../services';
import type { Trainers } from '../trainer/trainers';
import type { OpenProject } from './openProject';
import type { Reading } from './reading';

/** What all calls share. */
export interface Context {
  readonly services: Services;
  readonly data: DataWorker;
  readonly trainers: Trainers;
  readonly recent: RecentProjects;
  readonly reading: Reading;
  open: OpenProject | null;
  /** The project as the window was told of it last. */
  told: OpenedProject | null;
  /** The window has unsaved changes. */
  dirty: boolean;
  /** Somebody worked on the open project. A draft that nobody touched is not kept. */
  touched: boolean;
  /** Ends when the unsaved changes told last are on disk. */
  keeping: Promise<unknown>;
}

/** @throws ProblemError when no project is open. */
export function openProject({ open }: Context): OpenProject {
  return (
    open ??
    fail(
      { en: 'Project', zh: '项目' },
      { en: 'no project is open.', zh: '没有打开的项目。' },
      { en: 'Open one or make a new one.', zh: '请打开或新建一个项目。' },
    )
  );
}
