// @ts-check
/** Type-checks every layer against the libraries it may use, and the tests, configurations and scripts. */
import { exitWith, runAsync } from './lib/process.mjs';

const CONFIGS = [
  'src/renderer',
  'tsconfig.tools.json',
  'src/renderer/tsconfig.test.json',
  'src/main',
  'src/shared',
  'e2e',
  'bench',
];
const LANES = 2;

/**
 * What did not change since the last time is not checked again.
 * @param {string} config
 */
function check(config) {
  const known = `out/types/${config.replace(/\W/g, '-')}.tsbuildinfo`;
  const tsc = ['node_modules/typescript/bin/tsc', '-p', config];
  return runAsync(process.execPath, [...tsc, '--incremental', '--tsBuildInfoFile', known]);
}

await exitWith(async () => {
  const waiting = [...CONFIGS];
  let failed = 0;
  const lane = async () => {
    for (let config = waiting.shift(); config; config = waiting.shift())
      if ((await check(config)) !== 0) failed++;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failed === 0 ? 0 : 1;
});
