import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DataPreview } from '@shared/contract/calls';
import type { Data } from '@shared/contract/project';
import { cacheFolder } from '../data/cache';
import type { Handlers } from '../handlers';
import { type Context, openProject } from './context';
import { mustWrite } from './openProject';
import { createUploads } from './uploads';

type DataCall = Extract<keyof Handlers, `data:${string}`>;

export function dataCalls(context: Context): Pick<Handlers, DataCall> {
  const { userData, resources, dialogs } = context.services;
  const uploads = createUploads(join(userData, 'uploads'));
  const { reading } = context;
  const cache = { folder: cacheFolder(userData) };
  /** A text becomes the project's own: its bytes are copied, the original is not needed again. */
  const take = async (source: string, name: string): Promise<DataPreview | null> => {
    const open = openProject(context);
    mustWrite(open);
    context.touched = true;
    const isFolder = await stat(source).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const request = { source, name, project: open.folder, cache, tokenizer: 'character' as const };
    const job = isFolder ? 'importFolder' : 'importText';
    return reading.watched(name, (watch) => context.data.run(job, request, watch));
  };
  const preview = (data: Data, encoding: string | null) => {
    const request = { project: openProject(context).folder, cache, data, encoding };
    return reading.watched(data.name, (watch) => context.data.run('previewText', request, watch));
  };
  return {
    'data:open': async () => {
      const path = await dialogs.openText();
      return path === null ? null : take(path, basename(path));
    },
    'data:openFolder': async () => {
      const path = await dialogs.openFolder();
      return path === null ? null : take(path, basename(path));
    },
    'data:begin': ({ name, sizeBytes }) => uploads.begin(basename(name), sizeBytes),
    'data:append': ({ upload, bytes }) => uploads.append(upload, bytes),
    'data:finish': ({ upload }) => uploads.finish(upload, take),
    'data:cancel': ({ upload }) => uploads.cancel(upload),
    'data:stop': async () => {
      reading.stop();
      return null;
    },
    'data:sample': (sample) => take(join(resources, 'samples', `${sample}.txt`), `${sample}.txt`),
    'data:preview': ({ data, encoding, tokenizer }) => preview({ ...data, tokenizer }, encoding),
  };
}
