// @ts-check
/**
 * Builds the WebAssembly kernels (src/kernels, AssemblyScript) into build/kernels, once with plain SIMD and once with
 * relaxed SIMD. Does nothing when their sources are what they were.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/process.mjs';
import { whenStale } from './lib/sources.mjs';

const sources = join(root, 'src/kernels');
const out = join(root, 'build/kernels');
/** The memory belongs to TensorFlow.js: no data, no allocator, no checks of our own in it. */
const FLAGS = '--runtime stub --importMemory --noExportMemory --enable simd -O3 --noAssert'.split(
  ' ',
);
/** @type {Record<string, string[]>} */
const VARIANTS = { simd: [], relaxed: ['--enable', 'relaxed-simd'] };

/** @param {string} variant */
const fileOf = (variant) => join(out, `kernels-${variant}.wasm`);

/** @param {string} variant */
function compile(variant) {
  const asc = join(root, 'node_modules/assemblyscript/bin/asc.js');
  // Written beside and renamed: whoever reads meanwhile sees a whole file.
  const partial = `${fileOf(variant)}.${process.pid}`;
  const args = [asc, 'index.ts', ...FLAGS, ...(VARIANTS[variant] ?? []), '-o', partial];
  const { status } = spawnSync(process.execPath, args, { cwd: sources, stdio: 'inherit' });
  if (status === 0) renameSync(partial, fileOf(variant));
  return status ?? 1;
}

const stamp = 'build/kernels.sources';
if (!Object.keys(VARIANTS).every((variant) => existsSync(fileOf(variant)))) {
  rmSync(join(root, stamp), { force: true });
}
process.exitCode = whenStale({
  stamp,
  sources: ['src/kernels', 'scripts/build-kernels.mjs', 'node_modules/assemblyscript/package.json'],
  build() {
    mkdirSync(out, { recursive: true });
    return Object.keys(VARIANTS).reduce((code, variant) => code || compile(variant), 0);
  },
});
