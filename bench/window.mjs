import { buildApp } from '../scripts/build.mjs';
import { withDisplay } from '../scripts/lib/display.mjs';
import { runAsync } from '../scripts/lib/process.mjs';
import { prepareElectron } from '../scripts/system-libraries.mjs';

/**
 * The program in its window: `window` is start, Train to first step, and how soon it answers while one and two runs
 * train; `largeText` is a text of a gigabyte. Answers the exit code.
 * @param {'window' | 'largeText'} what
 */
export async function benchWindow(what) {
  await prepareElectron();
  const failed = buildApp();
  if (failed) return failed;
  const playwright = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '-c',
    'e2e/measure.config.ts',
    `${what}.measure`,
  ];
  return withDisplay((env) => runAsync(process.execPath, playwright, env));
}
