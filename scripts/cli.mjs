// @ts-check
/** npm run cli -- train | generate | … : builds when sources are newer, then runs on plain Node. */
import { join } from 'node:path';
import { buildProgram } from './build.mjs';
import { exitWith, root, runAsync } from './lib/process.mjs';

await exitWith(async () => {
  const failed = buildProgram();
  if (failed) return failed;
  // Paths are meant from where the person is; npm itself moves to package.json.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const program = join(root, 'out', 'main', 'cli.js');
  return runAsync(process.execPath, [program, ...process.argv.slice(2)], {}, cwd);
});
