import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@shared/contract/project';
import { tinyGpt } from '@shared/graph/templates';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../files/folder.testing';
import { lossesOf, type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const root = temporaryFolder();
const starts = join(root, 'starts');
const mine = join(root, 'mine');
let workers: WorkerFiles;
let host: TestHost;
let count = 0;

beforeAll(async () => {
  const built = await buildWorkers();
  const trainer = join(root, 'counted.cjs');
  writeFileSync(trainer, counted(built.trainer));
  workers = { ...built, trainer };
});
afterEach(() => host.close());

/** The trainer's program, which writes down how it was started; while there is a mine, a spare one ends at once. */
function counted(trainer: string): string {
  return `const { appendFileSync, existsSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const kind = 'spare' in workerData ? 'spare' : 'run';
appendFileSync(${JSON.stringify(starts)}, kind + ' ');
if (kind === 'spare' && existsSync(${JSON.stringify(mine)})) process.exit(7);
require(${JSON.stringify(trainer)});
`;
}

const kinds = () => readFileSync(starts, 'utf8').trim().split(' ');
const wait = (expected: readonly string[]) =>
  vi.waitFor(() => expect(kinds()).toEqual(expected), 60_000);

/** A window that has just opened a project. */
async function open(spareAfterMs?: number): Promise<Project> {
  rmSync(starts, { force: true });
  const more = spareAfterMs === undefined ? {} : { spareAfterMs };
  host = testHost(join(root, String(++count)), workers, more);
  const { project } = await host.handlers['project:start'](null);
  const drawing = tinyGpt({ n_layers: 1, n_heads: 1, d_model: 8 });
  const settings = { ...project.settings, n_ctx: 8, batch_size: 2, max_steps: 20, eval_batches: 1 };
  return { ...project, variants: [{ id: 'a', name: 'A', drawing }], settings };
}

/** The losses of a run from its start to its end. */
async function train(project: Project): Promise<Map<number, number>> {
  const [run] = await host.handlers['runs:start']({ project, variants: ['a'] });
  if (run === undefined) throw new Error('no run');
  await host.until(run.id, ({ type }) => type === 'ended');
  return lossesOf(host.eventsOf(run.id));
}

describe('a spare thread', () => {
  it('trains the next run to the same losses, and another stands ready after it', async () => {
    const usual = await train(await open());
    expect(kinds()).toEqual(['run']);
    await host.close();
    const project = await open(0);
    await wait(['spare']);
    expect(await train(project)).toEqual(usual);
    await wait(['spare', 'spare']);
  });

  it('that ended before it was needed is missed by nobody', async () => {
    writeFileSync(mine, '');
    const project = await open(0);
    await wait(['spare']);
    const losses = await train(project);
    rmSync(mine);
    expect(losses.size).toBe(20);
    expect(kinds()).toContain('run');
  });
});
