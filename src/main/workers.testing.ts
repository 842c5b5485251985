import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll } from 'vitest';
import type { WorkerFiles } from './services';

/** Bundles the programs of the worker threads, as the app's own build does, for the tests of one file. */
export async function buildWorkers(): Promise<WorkerFiles> {
  const folder = await buildPrograms({});
  return { trainer: join(folder, 'trainer.js'), data: join(folder, 'data.js') };
}

/** Bundles them and the command line. Answers the path of cli.js. */
export async function buildCli(): Promise<string> {
  return join(await buildPrograms({ cli: resolve('src/main/cli.ts') }), 'cli.js');
}

async function buildPrograms(more: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync(resolve('node_modules/.cache/workers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve('src/shared') }, mainFields: ['module', 'main'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node18.15',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: {
          trainer: resolve('src/main/trainer/entry.ts'),
          data: resolve('src/main/data/entry.ts'),
          ...more,
        },
        output: { format: 'cjs', entryFileNames: '[name].js' },
      },
    },
  });
  return folder;
}
