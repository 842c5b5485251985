import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildKernels } from '../scripts/build.mjs';
import { bundleForNode } from '../scripts/lib/bundle.mjs';
import { root } from '../scripts/lib/process.mjs';

const outDir = join(root, 'build/bench');
/** Debian's own Python: the one whose PyTorch is a package of the system. */
const PYTHON = '/usr/bin/python3';

/** Bundles the measured programs as the app's own build bundles its threads. */
export async function bundle() {
  if (buildKernels() !== 0) throw new Error('the kernels do not build');
  const input = Object.fromEntries(
    ['ours', 'stock', 'configs'].map((name) => [name, join(root, `bench/${name}.ts`)]),
  );
  await bundleForNode(outDir, input);
}

export async function loadConfigs() {
  return (await import(join(outDir, 'configs.cjs'))).default;
}

/** The last line that a program prints, as JSON; null when it fails. */
function resultOf(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');
  process.stderr.write(`${command} ${args[0]}: ${stderr.slice(0, 2000)}\n`);
  return null;
}

/** Answers a function that measures a task (bench/ours.ts) in a process of Node's or of Electron's. */
export async function ours(inElectron) {
  const script = join(outDir, 'ours.cjs');
  if (!inElectron) return (task) => resultOf(process.execPath, [script, JSON.stringify(task)]);
  const { electronExecutable } = await import('../scripts/setup-electron.mjs');
  return (task) =>
    resultOf(electronExecutable, [script, JSON.stringify(task)], { ELECTRON_RUN_AS_NODE: '1' });
}

/** `least`: steps before, and steps while they are timed. */
export function stock(config, seconds, least) {
  const task = JSON.stringify({ config, seconds, least });
  return resultOf(process.execPath, [join(outDir, 'stock.cjs'), task]);
}

export function hasTorch() {
  return spawnSync(PYTHON, ['-c', 'import torch'], { stdio: 'ignore' }).status === 0;
}

/**
 * Debian's alternatives decide which library torch multiplies with. Its plain reference library is many times slower than
 * what people have, and no fair peer.
 */
export function isReferenceBlas(files) {
  return files.length > 0 && files.every((file) => /\/blas\/libblas\.so/.test(file));
}

/**
 * One process for each number of threads: what a library's threads do must not depend on how many there were before.
 * `env` may ask OpenBLAS for other instructions than it chooses by itself.
 */
export function torch(sizes, seconds, threads, env = {}) {
  const results = threads.map((count) => {
    const task = JSON.stringify({ ...sizes, seconds, threads: count });
    return resultOf(PYTHON, ['bench/torch_gpt.py', task], env);
  });
  const { version, blas } = results.find((result) => result !== null) ?? {};
  return version ? { runs: results, version, blas } : null;
}
