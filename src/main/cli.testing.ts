import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { buildCli } from './workers.testing';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Answers the function that runs the command line in a folder. */
export function commandLine(folder: string): (...args: string[]) => Promise<Outcome> {
  let cli = '';
  beforeAll(async () => {
    cli = await buildCli();
  });
  return async (...args) => {
    const env = { ...process.env, LANG: 'C', LC_ALL: 'C' };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...args], {
        cwd: folder,
        env,
      });
      return { code: 0, stdout, stderr };
    } catch (error) {
      return Object.assign({ code: 1, stdout: '', stderr: '' }, error);
    }
  };
}

/** A drawing that trains in a moment. */
export const small = [
  '--n-layer=1',
  '--n_head',
  '1',
  '--n-embd',
  '8',
  '--block_size=8',
  '--batch_size',
  '2',
];
