import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appCalls } from './calls/app';
import type { Context } from './calls/context';
import { dataCalls } from './calls/datasets';
import { projectCalls } from './calls/projects';
import { createReading } from './calls/reading';
import { runCalls } from './calls/runs';
import { tokenizerCalls } from './calls/tokenizers';
import { createDataWorker } from './data/dataWorker';
import { recentProjects } from './files/recentProjects';
import type { Host } from './handlers';
import type { Services } from './services';
import { superviseTrainers } from './trainer/supervise';

/** The whole program behind the window, without a window. */
export function createHost(services: Services): Host {
  const context: Context = {
    services,
    data: createDataWorker(services.workers.data),
    trainers: superviseTrainers(services),
    recent: recentProjects(services.userData),
    reading: createReading(services),
    open: null,
    told: null,
    dirty: false,
    touched: false,
    keeping: Promise.resolve(),
  };
  return {
    handlers: {
      ...appCalls(context),
      ...projectCalls(context),
      ...dataCalls(context),
      ...tokenizerCalls(context),
      ...runCalls(context),
    },
    isDirty: () => context.dirty,
    isTraining: () => context.trainers.isTraining(),
    async wake() {
      await context.open?.lock?.check();
    },
    async close() {
      await context.trainers.end();
      await context.data.close();
      await context.open?.lock?.release();
      context.open = null;
      for (const folder of ['uploads', 'peek'])
        await rm(join(services.userData, folder), { recursive: true, force: true });
    },
  };
}
