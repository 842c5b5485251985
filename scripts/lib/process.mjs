// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

export const isLinux = process.platform === 'linux';
export const isRoot = process.getuid?.() === 0;

/** Whether windows have somewhere to appear. */
export function hasDisplay() {
  return !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Runs a program in the project folder, its output on ours. Answers its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to ours
 */
export function run(command, args, env) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status ?? 1;
}

/**
 * Runs a script of node_modules, such as `vitest/vitest.mjs`.
 * @param {string} script path inside node_modules
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runTool(script, args, env) {
  return run(process.execPath, [`node_modules/${script}`, ...args], env);
}

/**
 * Like `run`, without holding up this process. Ctrl+C reaches the child by the terminal's process group.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 * @returns {Promise<number>}
 */
export function runAsync(command, args, env, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program and answers what it printed, or null when it failed or is not there.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function capture(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

/**
 * Whether a program is on the path.
 * @param {string} command
 */
export function hasCommand(command) {
  return capture('sh', ['-c', `command -v ${command}`]) !== null;
}

/**
 * Ends the process with the code that a main function answers, or with its error in one line.
 * @param {() => number | Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
