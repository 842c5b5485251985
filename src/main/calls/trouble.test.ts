import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import { showProblem } from '@shared/contract/problem';
import type { Run } from '@shared/contract/project';
import { tinyGpt } from '@shared/graph/templates';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileErrorCode } from '../files/fileProblem';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { readMetrics } from '../files/metricsFile';
import { type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const root = temporaryFolder();
const disk = join(root, 'disk');
const mount = (...args: string[]) => spawnSync('mount', args).status === 0;
const unmount = () => spawnSync('umount', [disk]);
/** Only root can make a small disk, and not in every container. */
const canMount = (() => {
  mkdirSync(disk);
  const can = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
  if (can) unmount();
  return can;
})();
/** A test that is skipped says why. */
const whyNot = canMount ? '' : ' (skipped: a disk of its own needs the right to mount one)';

let workers: WorkerFiles;
let host: TestHost;
let opened: OpenedProject;
let count = 0;

beforeAll(async () => {
  workers = await buildWorkers();
});
beforeEach(async () => {
  host = testHost(join(root, String(++count)), workers);
  opened = await host.handlers['project:start'](null);
});
afterEach(() => host.close());

async function saveAt(place: string): Promise<OpenedProject> {
  host.answers.place = place;
  const drawing = tinyGpt({ n_layers: 1, n_heads: 1, d_model: 8 });
  const { project } = opened;
  const settings = { ...project.settings, n_ctx: 8, batch_size: 2, max_steps: 200 };
  const saved = await host.handlers['project:save']({
    as: true,
    project: {
      ...project,
      variants: [{ id: 'a', name: 'A', drawing }],
      settings: { ...settings, eval_batches: 1, checkpoint_interval: 10 },
    },
  });
  if (saved === null) throw new Error('not saved');
  return saved;
}

async function start({ project }: OpenedProject): Promise<Run> {
  const [run] = await host.handlers['runs:start']({ project, variants: ['a'] });
  if (run === undefined) throw new Error('no run');
  return run;
}

const order = (run: Run, type: 'play' | 'pause') =>
  host.handlers['runs:command']({ run: run.id, command: { type } });

async function lossesOnDisk(place: string, run: Run): Promise<number[]> {
  const metrics = await readMetrics(join(place, 'runs', run.id, 'metrics.jsonl'));
  return metrics.flatMap(({ train_loss }) => (train_loss === undefined ? [] : [train_loss]));
}

describe.runIf(canMount)(`a disk that fills up${whyNot}`, () => {
  beforeEach(() => void mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk));
  afterEach(async () => {
    await host.close();
    unmount();
  });

  const fill = () => {
    const { bavail, bsize } = statfsSync(disk);
    try {
      writeFileSync(join(disk, 'filling'), new Uint8Array(bavail * bsize));
    } catch (error) {
      // The run has written meanwhile: the disk is full all the same.
      if (fileErrorCode(error) !== 'ENOSPC') throw error;
    }
  };
  const free = () => rmSync(join(disk, 'filling'));

  it('stops a run with a sentence; it goes on when there is space, and loses no step', async () => {
    const saved = await saveAt(join(disk, 'project'));
    const run = await start(saved);
    await host.until(run.id, (event) => event.type === 'checkpoint');
    fill();
    const event = await host.until(run.id, ({ type }) => type === 'failed');
    expect(event.type === 'failed' && showProblem(event.problem)).toMatch(
      /^(Run "A"|Saving a checkpoint|run\.json): the disk is full\. Free some space, then try again\.$/,
    );
    free();
    await order(run, 'play');
    await host.until(run.id, ({ type }) => type === 'ended');
    const whole = await start(saved);
    await host.until(whole.id, ({ type }) => type === 'ended');
    const losses = await lossesOnDisk(saved.folder, run);
    expect(losses).toHaveLength(200);
    expect(losses).toEqual(await lossesOnDisk(saved.folder, whole));
  });

  it('keeps the file that was to be replaced', async () => {
    const saved = await saveAt(join(disk, 'project'));
    const before = readFileSync(join(saved.folder, 'project.json'), 'utf8');
    fill();
    const project = { ...saved.project, attentionText: 'x'.repeat(2000) };
    expect(await sentenceOf(() => host.handlers['project:save']({ project, as: false }))).toBe(
      'project.json: the disk is full. Free some space, then try again.',
    );
    expect(readFileSync(join(saved.folder, 'project.json'), 'utf8')).toBe(before);
    free();
    await host.handlers['project:save']({ project, as: false });
  });

  it('begins none of two runs when it has space for one', async () => {
    const saved = await saveAt(join(disk, 'project'));
    const run = await start(saved);
    await host.until(run.id, ({ type }) => type === 'ended');
    const runs = join(saved.folder, 'runs');
    const record = join(runs, run.id, 'run.json');
    // What it still writes would make room.
    await vi.waitFor(() => expect(readFileSync(record, 'utf8')).toContain('"done"'), 60_000);
    const { project } = saved;
    const [a] = project.variants;
    if (a === undefined) throw new Error('no drawing');
    const two = { ...project, variants: [a, { ...a, id: 'b', name: 'B' }] };
    fill();
    const { size } = statSync(record);
    truncateSync(
      join(disk, 'filling'),
      statSync(join(disk, 'filling')).size - Math.round(1.5 * size),
    );
    const both = () => host.handlers['runs:start']({ project: two, variants: ['a', 'b'] });
    expect(await sentenceOf(both)).toBe(
      'run.json: the disk is full. Free some space, then try again.',
    );
    expect(readdirSync(runs)).toEqual([run.id]);
    free();
    expect((await both()).map(({ id }) => id)).toEqual(['002-a', '003-b']);
  });

  it('refuses a text that does not fit, and leaves no part of it', async () => {
    const saved = await saveAt(join(disk, 'project'));
    host.answers.text = join(root, 'long.txt');
    writeFileSync(host.answers.text, 'A long text to train on.\n'.repeat(200_000));
    expect(await sentenceOf(() => host.handlers['data:open'](null))).toBe(
      'long.txt: the disk is full. Free some space, then try again.',
    );
    const { bavail, bsize } = statfsSync(disk);
    expect(bavail * bsize).toBeGreaterThan(1_000_000);
    expect((await start(saved)).status).toBeDefined();
  });
});

describe.runIf(canMount)(`a folder that cannot be written${whyNot}`, () => {
  afterEach(async () => {
    await host.close();
    unmount();
  });

  it('opens to be looked at, says so, and can be saved elsewhere', async () => {
    mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk);
    const saved = await saveAt(join(disk, 'project'));
    const run = await start(saved);
    await host.until(run.id, ({ type }) => type === 'ended');
    await host.handlers['project:new'](null);
    mount('-o', 'remount,ro', disk);
    const again = await host.handlers['project:open'](saved.folder);
    expect(again?.readOnly).toBe(true);
    const sentence =
      'project: nothing can be written into its folder. Save the project in another folder.';
    expect(again?.notice && showProblem(again.notice)).toBe(sentence);
    expect(await sentenceOf(() => start(saved))).toBe(sentence);
    expect(await sentenceOf(() => order(run, 'play'))).toBe(sentence);
    const { data } = saved.project;
    if (data === null) throw new Error('no data');
    const { encoding, tokenizer } = data;
    const preview = await host.handlers['data:preview']({ data, encoding, tokenizer });
    expect(preview?.n_tokens).toBeGreaterThan(1000);
    expect((await host.handlers['runs:open'](run.id)).step).toBe(200);
    const copy = await saveAt(join(root, 'elsewhere'));
    expect(copy.readOnly).toBeUndefined();
    expect(copy.runs.map(({ id }) => id)).toEqual([run.id]);
  });
});

const openElsewhere = (name: string) =>
  `${name}: the project is open in another window, so this one can only look at it. Close the other window and open it again, or save it under another name.`;

describe('a project that another machine took over while this one slept', () => {
  it('can only be looked at from then on', async () => {
    const saved = await saveAt(join(root, 'shared'));
    const run = await start(saved);
    await host.until(run.id, ({ type }) => type === 'checkpoint');
    await host.wake();
    expect(host.isTraining()).toBe(true);
    writeFileSync(join(saved.folder, 'project.lock'), `${hostname()} ${process.ppid}\n`);
    await host.wake();
    await vi.waitFor(() => expect(host.isTraining()).toBe(false), 60_000);
    const { project } = saved;
    expect(host.lost.map(({ readOnly }) => readOnly)).toEqual([true]);
    expect(await sentenceOf(() => host.handlers['project:save']({ project, as: false }))).toBe(
      openElsewhere('shared'),
    );
    rmSync(join(saved.folder, 'project.lock'));
    expect((await host.handlers['project:open'](saved.folder))?.readOnly).toBeUndefined();
    await host.handlers['project:save']({ project, as: false });
  });

  it('is not written into by a trainer that has not heard of it yet', async () => {
    const saved = await saveAt(join(root, 'taken'));
    const settings = { ...saved.project.settings, max_steps: 100_000 };
    const run = await start({ ...saved, project: { ...saved.project, settings } });
    await host.until(run.id, ({ type }) => type === 'checkpoint');
    await order(run, 'pause');
    const place = join(saved.folder, 'runs', run.id);
    const record = () => readFileSync(join(place, 'run.json'), 'utf8');
    await vi.waitFor(() => expect(JSON.parse(record()).status).toBe('paused'), 60_000);
    const metrics = () => readFileSync(join(place, 'metrics.jsonl'), 'utf8');
    const files = () => [record(), metrics(), ...readdirSync(join(place, 'checkpoints'))];
    const before = files();
    writeFileSync(join(saved.folder, 'project.lock'), `${hostname()} ${process.ppid} 0\n`);
    await order(run, 'play');
    const event = await host.until(run.id, ({ type }) => type === 'failed');
    expect(event.type === 'failed' && showProblem(event.problem)).toBe(
      'taken: another window writes into the project by now, so nothing is saved from here. Close the other window and open it again, or save it under another name.',
    );
    await host.wake();
    await host.close();
    expect(files()).toEqual(before);
  });

  it('may be gone by then', async () => {
    const saved = await saveAt(join(root, 'gone'));
    writeFileSync(join(saved.folder, 'project.lock'), `${hostname()} ${process.ppid} 0\n`);
    rmSync(join(saved.folder, 'project.json'));
    await host.wake();
    await vi.waitFor(() => expect(host.lost).toHaveLength(1));
    const [lost] = host.lost;
    expect(lost).toMatchObject({ folder: saved.folder, readOnly: true });
    expect(lost?.notice && showProblem(lost.notice)).toBe(openElsewhere('gone'));
    const { project } = saved;
    expect(await sentenceOf(() => host.handlers['project:save']({ project, as: false }))).toBe(
      openElsewhere('gone'),
    );
  });
});
