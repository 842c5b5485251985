// @ts-check
/** npm run e2e [-- playwright arguments]: the tests in a real window, in a virtual display where there is none. */
import { buildApp } from './build.mjs';
import { withDisplay } from './lib/display.mjs';
import { exitWith, runAsync } from './lib/process.mjs';
import { prepareElectron } from './system-libraries.mjs';

await exitWith(async () => {
  await prepareElectron();
  const failed = buildApp();
  if (failed) return failed;
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)];
  return withDisplay((env) => runAsync(process.execPath, playwright, env));
});
