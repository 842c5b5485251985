// @ts-check
/**
 * npm start: prepares Electron, builds what is older than its sources, opens the app. With no display it opens in a
 * virtual one, takes a picture of the window and ends. `--dev` (npm run dev) reloads the window as its files change.
 */
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { buildApp, buildKernels } from './build.mjs';
import { withDisplay } from './lib/display.mjs';
import { exitWith, isLinux, isRoot, root, runAsync } from './lib/process.mjs';
import { electronExecutable } from './setup-electron.mjs';
import { prepareElectron } from './system-libraries.mjs';

const PICTURE = join(root, 'out', 'start.png');
/** Chromium refuses its sandbox to root alone. */
const noSandbox = isLinux && isRoot;

/** @param {NodeJS.ProcessEnv} env */
function dev(env) {
  const args = ['node_modules/electron-vite/bin/electron-vite.js', 'dev'];
  return runAsync(process.execPath, args, { ...env, ...(noSandbox ? { NO_SANDBOX: '1' } : {}) });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
function definedEnv(env) {
  const pairs = Object.entries({ ...process.env, ...env });
  return Object.fromEntries(pairs.map(([name, value]) => [name, value ?? '']));
}

/** @param {NodeJS.ProcessEnv} env */
async function photograph(env) {
  const started = Date.now();
  const app = await _electron.launch({
    executablePath: electronExecutable,
    args: [root],
    chromiumSandbox: !noSandbox,
    env: definedEnv(env),
  });
  const page = await app.firstWindow();
  await page.locator('.react-flow__node').first().waitFor({ timeout: 60_000 });
  // Opening scrolls the drawing into view.
  await page.waitForTimeout(1000);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  await page.screenshot({ path: PICTURE });
  process.stdout.write(`The window was ready after ${seconds} s. Its picture: ${PICTURE}\n`);
  await app.close();
  return 0;
}

await exitWith(async () => {
  await prepareElectron();
  if (process.argv.includes('--dev')) return buildKernels() || withDisplay(dev);
  const failed = buildApp();
  if (failed) return failed;
  return withDisplay((env, virtual) => {
    if (!virtual)
      return runAsync(electronExecutable, [...(noSandbox ? ['--no-sandbox'] : []), root]);
    process.stdout.write(
      'There is no display here: opening the window in a virtual one, to take a picture and end.\n',
    );
    return photograph(env);
  });
});
