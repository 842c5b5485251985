// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasDisplay } from './process.mjs';

/**
 * Runs `work` with a display: the person's own, or a virtual one (Xvfb, at a number it finds free) that ends with it.
 * @template T
 * @param {(env: NodeJS.ProcessEnv, virtual: boolean) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDisplay(work) {
  if (hasDisplay()) return work({}, false);
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  try {
    return await work({ DISPLAY: await displayNumber(server) }, true);
  } finally {
    server.kill();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
async function displayNumber(server) {
  const pipe = /** @type {import('node:stream').Readable} */ (server.stdio[3]);
  const failed = once(server, 'close').then(([code]) => {
    throw new Error(`Xvfb, the virtual display, ended with code ${code}.`);
  });
  failed.catch(() => {});
  const [bytes] = await Promise.race([once(pipe, 'data'), failed]);
  return `:${String(bytes).trim()}`;
}
