// @ts-check
/**
 * Builds what is older than its sources: `node scripts/build.mjs` all of it, `… program` leaves the window out.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWith, root, run, runTool } from './lib/process.mjs';
import { whenStale } from './lib/sources.mjs';

const CONFIG = [
  'electron.vite.config.ts',
  'scripts/lib/node.mjs',
  'tsconfig.base.json',
  'package-lock.json',
];
const KERNELS = 'scripts/build-kernels.mjs';

/** Builds the WebAssembly kernels; looks itself whether they are up to date. Answers an exit code. */
export function buildKernels() {
  return existsSync(join(root, KERNELS)) ? run(process.execPath, [KERNELS]) : 0;
}

/** @param {'program' | 'window'} mode */
function bundle(mode) {
  const args = ['build', '--logLevel', 'warn', '--ignoreConfigWarning', '--mode', mode];
  return runTool('electron-vite/bin/electron-vite.js', args, { NODE_ENV: 'production' });
}

/** What plain Node can run: out/main. */
export function buildProgram() {
  return (
    buildKernels() ||
    whenStale({
      stamp: 'out/program.sources',
      sources: ['src/shared', 'src/main', 'resources', 'build/kernels', ...CONFIG],
      build: () => bundle('program'),
    })
  );
}

/** The whole app: out/main, out/preload, out/renderer. */
export function buildApp() {
  return (
    buildProgram() ||
    whenStale({
      stamp: 'out/window.sources',
      sources: ['src/shared', 'src/main/preload.ts', 'src/renderer', ...CONFIG],
      build: () => bundle('window'),
    })
  );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await exitWith(() => (process.argv[2] === 'program' ? buildProgram() : buildApp()));
