// @ts-check
/**
 * Checks who imports whom (.dependency-cruiser.cjs), and that the check saw the sources at all: with a compiler
 * that the tool does not know it sees nothing, and finds nothing wrong.
 * `node scripts/layers.mjs [folder]` checks another copy of the project.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { exitWith, root } from './lib/process.mjs';
import { listFiles } from './lib/sources.mjs';

const LEAST_MODULES = 50;

/**
 * @typedef {{ rule: { name: string }, from: string, to: string }} Violation
 * @typedef {{ modules: { source: string }[], summary: { violations: Violation[] } }} Cruise
 */

/**
 * @param {string} folder
 * @returns {Cruise}
 */
function cruise(folder) {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [tool, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (!stdout.startsWith('{')) throw new Error(`layers: dependency-cruiser failed\n${stderr}`);
  return JSON.parse(stdout);
}

await exitWith(() => {
  const folder = resolve(process.argv[2] ?? root);
  const { modules, summary } = cruise(folder);
  for (const { rule, from, to } of summary.violations)
    process.stderr.write(`layers: ${rule.name}: ${from} → ${to}\n`);
  const seen = modules.filter(({ source }) => source.startsWith('src/')).length;
  const onDisk = listFiles(['src'], folder).filter((file) => /\.tsx?$/.test(file)).length;
  process.stdout.write(`layers: ${seen} modules, ${summary.violations.length} violations\n`);
  if (seen >= Math.min(LEAST_MODULES, onDisk)) return summary.violations.length === 0 ? 0 : 1;
  process.stderr.write(`layers: only ${seen} modules were seen of ${onDisk} source files\n`);
  return 1;
});
