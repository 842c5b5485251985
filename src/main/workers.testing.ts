import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { bundleForNode } from '../../scripts/lib/bundle.mjs';
import type { WorkerFiles } from './services';

/** Bundles the programs of the worker threads for the tests of one file. */
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
  const threads = {
    trainer: resolve('src/main/trainer/entry.ts'),
    data: resolve('src/main/data/entry.ts'),
  };
  await bundleForNode(folder, { ...threads, ...more }, 'js');
  return folder;
}
