import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from './driver';

/** A fuse is a character in the executable. */
const OFF = '0'.charCodeAt(0);
const ON = '1'.charCodeAt(0);
const scripts = join(__dirname, '../scripts');
const asRoot = process.getuid?.() === 0;

/** Starts the packaged program: without a debugger in it Playwright has no hold of it. */
function start(
  executable: string,
  userData: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(executable, asRoot ? ['--no-sandbox', ...args] : args, {
    env: { ...process.env, ...env, TOYFORMER_USER_DATA: userData },
    stdio: 'ignore',
  });
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

test('the packaged program runs, and can be made to run nothing else', async ({ userData }) => {
  test.skip(process.platform === 'darwin', 'not packaged there');
  const release = join(userData, 'release');
  execFileSync(process.execPath, [join(scripts, 'package.mjs'), '--out', release]);
  const [folder = ''] = readdirSync(release);
  const name = process.platform === 'win32' ? 'Toyformer.exe' : 'toyformer';
  const executable = join(release, folder, name);

  const wire = await getCurrentFuseWire(executable);
  expect({
    runsAsNode: wire[FuseV1Options.RunAsNode],
    nodeOptions: wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    inspect: wire[FuseV1Options.EnableNodeCliInspectArguments],
    cookies: wire[FuseV1Options.EnableCookieEncryption],
    onlyAsar: wire[FuseV1Options.OnlyLoadAppFromAsar],
  }).toEqual({
    runsAsNode: OFF,
    nodeOptions: OFF,
    inspect: OFF,
    cookies: ON,
    onlyAsar: ON,
  });
  expect(readdirSync(join(executable, '../resources'))).toEqual(['app.asar']);

  // As Node it would do what it is told and end.
  const mark = join(userData, 'ran-as-node');
  const script = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`;
  const program = start(executable, join(userData, 'program'), ['-e', script], {
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--require /nothing/there',
  });
  const drafts = join(userData, 'program/drafts');
  await expect
    .poll(() => (existsSync(drafts) ? firstProject(drafts) : ''), { timeout: 120_000 })
    .toContain('english.txt');
  expect(existsSync(mark)).toBe(false);
  await end(program);
});

/** The project of the first start, once the sample text is in it. */
function firstProject(drafts: string): string {
  const [name = ''] = readdirSync(drafts);
  const path = join(drafts, name, 'project.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

test('the list of what is shipped is that of the built program', () => {
  execFileSync(process.execPath, [join(scripts, 'licences.mjs'), '--check']);
});
