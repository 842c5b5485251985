import { basename } from 'node:path';
import { cacheFolder } from '../data/cache';
import type { Handlers } from '../handlers';
import { type Context, openProject } from './context';
import { mustWrite } from './openProject';

type TokenizerCall = Extract<keyof Handlers, `tokenizer:${string}`>;

export function tokenizerCalls(context: Context): Pick<Handlers, TokenizerCall> {
  const { userData, dialogs } = context.services;
  const cache = { folder: cacheFolder(userData) };
  return {
    'tokenizer:import': async () => {
      const open = openProject(context);
      mustWrite(open);
      const source = await dialogs.openTokenizer();
      if (source === null) return null;
      context.touched = true;
      const request = { source, name: basename(source), project: open.folder };
      return context.data.run('importTokenizer', request);
    },
    'tokenizer:export': async (data) => {
      const { folder: project } = openProject(context);
      const path = await dialogs.saveTokenizer();
      if (path === null) return false;
      await context.data.run('exportTokenizer', { project, cache, data, path });
      return true;
    },
    'tokenizer:saved': (data) =>
      context.data.run('savedTokenizer', { project: openProject(context).folder, cache, data }),
  };
}
