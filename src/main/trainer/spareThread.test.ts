import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Project } from '@shared/contract/project';
import { tinyGpt } from '@shared/graph/templates';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../files/folder.testing';
import { lossesOf, type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';
import { SpareThread } from './spareThread';

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

/** How threads were started. Which of two came first is the system's. */
const kinds = () => readFileSync(starts, 'utf8').trim().split(' ').sort();
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

/** Waits until a thread that is begun from now on has ended so, as its starter hears it. */
function endOfThread(code: number): Promise<void> {
  return new Promise((resolve) => {
    const watch = (thread: Worker) =>
      thread.once('exit', (its) => {
        if (its !== code) return;
        process.off('worker', watch);
        resolve();
      });
    process.on('worker', watch);
  });
}

/** The losses of a run from its start to its end, and what else it told. */
async function train(project: Project) {
  const [run] = await host.handlers['runs:start']({ project, variants: ['a'] });
  if (run === undefined) throw new Error('no run');
  await host.until(run.id, ({ type }) => type === 'ended');
  const events = host.eventsOf(run.id);
  return { losses: lossesOf(events), types: events.map(({ type }) => type) };
}

describe('a spare thread', () => {
  it('trains the next run to the same losses, and another stands ready after it', async () => {
    const { losses } = await train(await open());
    expect(kinds()).toEqual(['run']);
    await host.close();
    const project = await open(0);
    await wait(['spare']);
    expect((await train(project)).losses).toEqual(losses);
    await wait(['spare', 'spare']);
  });

  it('that ended before it was needed is missed by nobody, and another is made', async () => {
    writeFileSync(mine, '');
    const lost = endOfThread(7);
    const project = await open(0);
    await lost;
    rmSync(mine);
    const { losses, types } = await train(project);
    expect(losses.size).toBe(20);
    expect(types).not.toContain('failed');
    await wait(['run', 'spare', 'spare']);
  });

  it('that ended is not given out', async () => {
    rmSync(starts, { force: true });
    writeFileSync(mine, '');
    const lost = endOfThread(7);
    const spare = new SpareThread(workers.trainer, 0);
    await lost;
    rmSync(mine);
    const nowhere = join(root, 'nowhere');
    const paths = { run: nowhere, project: nowhere, program: workers.trainer, cache: nowhere };
    expect(spare.take(paths)).toBeNull();
    await wait(['spare', 'spare']);
    await spare.close();
  });

  it('that the system refuses is none', async () => {
    const spare = new SpareThread('no path of a program', 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const paths = { run: '', project: '', program: '', cache: '' };
    expect(spare.take(paths)).toBeNull();
    await spare.close();
  });
});
