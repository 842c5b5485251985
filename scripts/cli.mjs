/** npm run cli -- train | generate | … : builds when sources are newer, then runs on plain Node. */
import { buildProgram } from './build.mjs';
import { exitWith, runAsync } from './lib/process.mjs';

await exitWith(
  async () =>
    buildProgram() ||
    (await runAsync(process.execPath, ['out/main/cli.js', ...process.argv.slice(2)])),
);
