import { basename, join } from 'node:path';
import type { DataPreview } from '@shared/contract/calls';
import type { Handlers } from '../handlers';
import { type Context, openProject } from './context';
import { mustWrite } from './openProject';
import { createUploads } from './uploads';

type DataCall = Extract<keyof Handlers, `data:${string}`>;

/** A text becomes the project's own: its bytes are copied, the original is not needed again. */
async function take(context: Context, source: string, name: string): Promise<DataPreview> {
  const open = openProject(context);
  mustWrite(open);
  context.touched = true;
  return context.data.run('importText', {
    source,
    name,
    project: open.folder,
    tokenizer: 'character',
  });
}

export function dataCalls(context: Context): Pick<Handlers, DataCall> {
  const uploads = createUploads(join(context.services.userData, 'uploads'));
  return {
    'data:open': async () => {
      const path = await context.services.dialogs.openText();
      return path === null ? null : take(context, path, basename(path));
    },
    'data:begin': ({ name, sizeBytes }) => uploads.begin(basename(name), sizeBytes),
    'data:append': ({ upload, bytes }) => uploads.append(upload, bytes),
    'data:finish': ({ upload }) =>
      uploads.finish(upload, (file, name) => take(context, file, name)),
    'data:cancel': ({ upload }) => uploads.cancel(upload),
    'data:sample': (sample) =>
      take(context, join(context.services.resources, 'samples', `${sample}.txt`), `${sample}.txt`),
    'data:preview': ({ data, encoding, tokenizer }) =>
      context.data.run('previewText', {
        project: openProject(context).folder,
        data: { ...data, tokenizer },
        encoding,
      }),
  };
}
