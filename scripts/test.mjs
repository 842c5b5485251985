// @ts-check
/** npm test: everything. Ends with `N passed, N failed`, the unit and window tests counted together. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check, UNIT_RESULTS } from './check.mjs';
import { exitWith, root, run } from './lib/process.mjs';

const WINDOW_RESULTS = 'out/e2e.json';

/**
 * @param {string} file
 * @returns {any} null when the tests did not get as far as writing it
 */
function results(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** @returns {{ passed: number, failed: number }} */
function unitCounts() {
  const unit = results(UNIT_RESULTS);
  return { passed: unit?.numPassedTests ?? 0, failed: unit?.numFailedTests ?? 0 };
}

/** @returns {{ passed: number, failed: number }} */
function windowCounts() {
  const stats = results(WINDOW_RESULTS)?.stats;
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) };
}

await exitWith(() => {
  for (const file of [UNIT_RESULTS, WINDOW_RESULTS]) rmSync(join(root, file), { force: true });
  const failedSteps = check();
  const reporters = ['--reporter=list,json'];
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: WINDOW_RESULTS };
  if (run(process.execPath, ['scripts/e2e.mjs', ...reporters], env) !== 0)
    failedSteps.push('window tests');

  const unit = unitCounts();
  const window = windowCounts();
  if (unit.passed === 0) failedSteps.push('no unit test ran');
  if (window.passed === 0) failedSteps.push('no window test ran');
  const failed = Math.max(unit.failed + window.failed, failedSteps.length);
  if (failedSteps.length > 0) process.stderr.write(`test: failed: ${failedSteps.join(', ')}\n`);
  process.stdout.write(`${unit.passed + window.passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
