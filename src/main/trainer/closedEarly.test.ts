import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@shared/contract/project';
import { tinyGpt } from '@shared/graph/templates';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { readRun } from '../files/runFolder';
import { type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const root = temporaryFolder();
const hold = join(root, 'hold');
const held = join(root, 'held');
let workers: WorkerFiles;
let host: TestHost;
let project: Project;
let place = '';
let count = 0;

beforeAll(async () => {
  const built = await buildWorkers();
  workers = { ...built, trainer: holdable(built.trainer) };
});
beforeEach(async () => {
  rmSync(held, { force: true });
  writeFileSync(hold, '');
  host = testHost(join(root, String(++count)), workers);
  const opened = await host.handlers['project:start'](null);
  place = opened.folder;
  const drawing = tinyGpt({ n_layers: 1, n_heads: 1, d_model: 8 });
  const settings = { ...opened.project.settings, n_ctx: 8, batch_size: 2, max_steps: 20 };
  project = {
    ...opened.project,
    variants: [{ id: 'a', name: 'A', drawing }],
    settings: { ...settings, eval_batches: 1 },
  };
});
afterEach(() => host.close());

/** The trainer's program, which begins only when the file `hold` is gone, and says so in the file `held`. */
function holdable(trainer: string): string {
  const file = join(root, 'holdable.cjs');
  writeFileSync(
    file,
    `const { existsSync, writeFileSync } = require('node:fs');
const begin = () => {
  if (!existsSync(${JSON.stringify(hold)})) return require(${JSON.stringify(trainer)});
  writeFileSync(${JSON.stringify(held)}, '');
  setTimeout(begin, 10);
};
begin();
`,
  );
  return file;
}

/** What starting a run says that is closed before its model stands. */
async function closedBy(close: (run: string) => Promise<unknown>): Promise<string> {
  const said = sentenceOf(() => host.handlers['runs:start']({ project, variants: ['a'] }));
  await vi.waitFor(() => expect(existsSync(held)).toBe(true), 60_000);
  const closing = close('001-a');
  const sentence = await said;
  rmSync(hold);
  await closing;
  return sentence;
}

const closed = 'Run "A": it was closed before its model stood. Start it again.';

describe('a run that is closed before its model stands', () => {
  it('by being removed says so, and lies in the trash', async () => {
    expect(await closedBy((run) => host.handlers['runs:remove'](run))).toBe(closed);
    expect(readdirSync(join(place, 'runs'))).toEqual([]);
    expect(readdirSync(join(place, 'trash'))).toHaveLength(1);
  });

  it('by another project says so, and stays in its own', async () => {
    expect(await closedBy(() => host.handlers['project:new'](null))).toBe(closed);
    expect((await readRun(join(place, 'runs/001-a'))).step).toBe(0);
  });

  it('by saving elsewhere goes on there', async () => {
    const there = join(root, 'there');
    host.answers.place = there;
    expect(await closedBy(() => host.handlers['project:save']({ project, as: true }))).toBe(closed);
    await host.until('001-a', ({ type }) => type === 'ended');
    await host.close();
    expect(await readRun(join(there, 'runs/001-a'))).toMatchObject({ status: 'done', step: 20 });
  });

  it('while it was only looked at says so', async () => {
    const said = sentenceOf(() => host.handlers['runs:peek']({ project, variant: 'a' }));
    await vi.waitFor(() => expect(existsSync(held)).toBe(true), 60_000);
    await host.handlers['project:new'](null);
    expect(await said).toBe(closed);
  });
});
