// @ts-check
/** npm run check: format and lint, types, layers, unit tests. Runs all of them, whichever fails. */
import { buildKernels } from './build.mjs';
import { exitWith, run, runTool } from './lib/process.mjs';

export const UNIT_RESULTS = 'out/unit.json';

/** @type {readonly (readonly [string, () => number])[]} */
const steps = [
  ['kernels', buildKernels],
  [
    'format and lint',
    () => runTool('@biomejs/biome/bin/biome', ['check', '--max-diagnostics=50', '--colors=off']),
  ],
  ['types', () => run(process.execPath, ['scripts/types.mjs'])],
  ['nothing unused', () => runTool('knip/bin/knip.js', ['--no-progress'])],
  ['layers', () => run(process.execPath, ['scripts/layers.mjs'])],
  [
    'unit tests',
    () =>
      runTool('vitest/vitest.mjs', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${UNIT_RESULTS}`,
      ]),
  ],
];

/** Answers the names of the steps that failed. */
export function check() {
  return steps.flatMap(([name, step]) => {
    const started = Date.now();
    const code = step();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`check: ${name} ${code === 0 ? 'ok' : 'FAILED'}, ${seconds} s\n`);
    return code === 0 ? [] : [name];
  });
}

if (process.argv[1]?.endsWith('check.mjs'))
  await exitWith(() => {
    const failed = check();
    if (failed.length > 0) process.stderr.write(`check: failed: ${failed.join(', ')}\n`);
    return failed.length === 0 ? 0 : 1;
  });
