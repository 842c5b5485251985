import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawing, Project, Run, Settings } from '@shared/contract/project';
import { tinyGpt } from '@shared/graph/templates';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { readMetrics } from '../files/metricsFile';
import { lossesOf, type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const root = temporaryFolder();
let workers: WorkerFiles;
let host: TestHost;
let folder = '';
let project: Project;
let place = '';
let count = 0;

const drawing = tinyGpt({ n_layers: 1, n_heads: 2, d_model: 16 });
const settings: Partial<Settings> = {
  n_ctx: 16,
  batch_size: 4,
  max_steps: 60,
  warmup_steps: 5,
  eval_interval: 20,
  eval_batches: 1,
  sample_interval: 1000,
  checkpoint_interval: 10,
};

beforeAll(async () => {
  workers = await buildWorkers();
});
beforeEach(async () => {
  folder = join(root, String(++count));
  host = testHost(folder, workers);
  await openProject();
});
afterEach(() => host.close());

async function openProject(): Promise<void> {
  const opened = await host.handlers['project:start'](null);
  place = opened.folder;
  const a = { id: 'a', name: 'one head', drawing };
  project = {
    ...opened.project,
    variants: [a],
    settings: { ...opened.project.settings, ...settings },
  };
}

/** Another start of the program, on the same project. */
async function restart(): Promise<Run[]> {
  await host.close();
  host = testHost(folder, workers);
  return (await host.handlers['project:start'](null)).runs;
}

async function start(): Promise<Run> {
  const [run] = await host.handlers['runs:start']({ project, variants: ['a'] });
  if (run === undefined) throw new Error('no run');
  return run;
}

const ended = (run: Run) => host.until(run.id, (event) => event.type === 'ended');
const atStep = (run: Run, step: number) =>
  host.until(
    run.id,
    (event) => event.type === 'metrics' && event.metrics.some((metric) => metric.step >= step),
  );
const order = (
  run: Run,
  command: Parameters<(typeof host.handlers)['runs:command']>[0]['command'],
) => host.handlers['runs:command']({ run: run.id, command });
const writing = {
  type: 'generate',
  request: 'g',
  prompt: 'The ',
  length: 5,
  temperature: 1,
  top_k: 0,
  seed: 1,
  use_cache: true,
} as const;
const runFolder = (run: Run) => join(place, 'runs', run.id);
const runFile = (run: Run): Run =>
  JSON.parse(readFileSync(join(runFolder(run), 'run.json'), 'utf8'));

async function lossesOnDisk(run: Run): Promise<[number, number][]> {
  const metrics = await readMetrics(join(runFolder(run), 'metrics.jsonl'));
  return metrics.flatMap(({ step, train_loss }): [number, number][] =>
    train_loss === undefined ? [] : [[step, train_loss]],
  );
}

/** The losses of a run that nobody disturbed. */
async function undisturbed(): Promise<[number, number][]> {
  const run = await start();
  await ended(run);
  return lossesOnDisk(run);
}

describe('a run', () => {
  it('trains to its end and leaves curves, checkpoints and its state in its folder', async () => {
    const run = await start();
    await ended(run);
    const { metrics, run: after } = await host.handlers['runs:history'](run.id);
    expect(after).toMatchObject({ id: '001-one-head', status: 'done', step: 60 });
    expect(metrics.filter(({ train_loss }) => train_loss !== undefined)).toHaveLength(60);
    const losses = [...lossesOf(host.eventsOf(run.id)).values()];
    expect(losses[0]).toBeCloseTo(Math.log(run.n_vocab), 0);
    expect(losses.at(-1)).toBeLessThan(losses[0] ?? 0);
    await host.close();
    expect(runFile(run)).toMatchObject({ status: 'done', step: 60 });
    expect(readdirSync(runFolder(run)).sort()).toEqual([
      'checkpoints',
      'metrics.jsonl',
      'run.json',
    ]);
    expect(readdirSync(join(runFolder(run), 'checkpoints')).at(-1)).toBe('step-000060');
  });

  it('that was stopped, closed and opened again goes on as if never stopped', async () => {
    const expected = await undisturbed();
    const run = await start();
    await atStep(run, 23);
    await order(run, { type: 'stop' });
    await ended(run);
    const stopped = (await restart()).find(({ id }) => id === run.id);
    expect(stopped?.status).toBe('stopped');
    expect((await host.handlers['runs:open'](run.id)).step).toBe(stopped?.step);
    await order(run, { type: 'play' });
    await ended(run);
    expect(await lossesOnDisk(run)).toEqual(expected);
  });

  it('is stopped at a checkpoint when the program closes, and goes on the same', async () => {
    const expected = await undisturbed();
    const run = await start();
    await atStep(run, 17);
    expect(host.isTraining()).toBe(true);
    const [, after] = await restart();
    expect(after).toMatchObject({ id: run.id, status: 'stopped' });
    await order(run, { type: 'play' });
    await ended(run);
    expect(await lossesOnDisk(run)).toEqual(expected);
  });

  it('pauses, makes single steps and answers while paused', async () => {
    const run = await start();
    await order(run, { type: 'pause' });
    await host.until(run.id, (event) => event.type === 'state' && event.state === 'paused');
    await order(run, { type: 'step', steps: 2 });
    await atStep(run, 2);
    await order(run, { type: 'attend', text: 'The fox', watch: false });
    const seen = await host.until(run.id, (event) => event.type === 'attention');
    if (seen.type !== 'attention') throw new Error('no attention');
    expect(seen.view.tokens).toHaveLength(7);
    await order(run, writing);
    await host.until(run.id, (event) => event.type === 'generated' && event.done);
  });

  it('goes to the trash when it is removed', async () => {
    const run = await start();
    await host.handlers['runs:remove'](run.id);
    expect(existsSync(runFolder(run))).toBe(false);
    expect(readdirSync(join(place, 'trash'))).toHaveLength(1);
    expect(await restart()).toEqual([]);
  });
});

describe('a run whose weights are as they started', () => {
  const noise =
    'Run "one head": it has no checkpoint: its weights are as they started, and it would write noise. Train it further, or choose another run.';

  it('writes no text before its first step', async () => {
    const said = host
      .until('001-one-head', ({ type }) => type === 'state')
      .then(() =>
        sentenceOf(() => host.handlers['runs:command']({ run: '001-one-head', command: writing })),
      );
    await start();
    expect(await said).toBe(noise);
  });

  it('is not loaded to say so', async () => {
    const run = await start();
    await ended(run);
    await restart();
    rmSync(join(runFolder(run), 'checkpoints'), { recursive: true });
    expect(await sentenceOf(() => order(run, writing))).toBe(noise);
    expect(host.eventsOf(run.id)).toEqual([]);
  });
});

describe('a run of a task', () => {
  it('trains on its examples and needs no text', async () => {
    project = { ...project, data: null, task: { type: 'copy', params: { length: 4 } } };
    const run = await start();
    await ended(run);
    const { metrics } = await host.handlers['runs:history'](run.id);
    expect(metrics.at(-1)?.step).toBe(60);
    expect(run.n_vocab).toBeLessThan(40);
  });

  it('that does not exist is named', async () => {
    project = { ...project, task: { type: 'juggle', params: {} } };
    expect(await sentenceOf(start)).toContain('Task: there is no task "juggle".');
  });
});

describe('runs started together', () => {
  it('share text, order and seed, and are told to belong together', async () => {
    const same: Drawing = structuredClone(drawing);
    project = {
      ...project,
      variants: [...project.variants, { id: 'b', name: 'B', drawing: same }],
    };
    const runs = await host.handlers['runs:start']({ project, variants: ['a', 'b'] });
    expect(runs.map(({ id }) => id)).toEqual(['001-one-head', '002-b']);
    expect(runs[0]?.comparison).toBe(runs[1]?.comparison);
    for (const run of runs) await ended(run);
    const [a, b] = await Promise.all(runs.map(lossesOnDisk));
    expect(a).toEqual(b);
  });

  it('are all refused when one of them is faulty', async () => {
    const faulty = tinyGpt({ d_model: 16, n_heads: 3 });
    project = {
      ...project,
      variants: [...project.variants, { id: 'b', name: 'B', drawing: faulty }],
    };
    const sentence = await sentenceOf(() =>
      host.handlers['runs:start']({ project, variants: ['a', 'b'] }),
    );
    expect(sentence).toContain('d_model 16 is not divisible by n_heads 3.');
    expect(existsSync(join(place, 'runs'))).toBe(false);
  });
});

describe('a look at an untrained model', () => {
  it('shows attention without making a run', async () => {
    const run = await host.handlers['runs:peek']({ project, variant: 'a' });
    await order(run, { type: 'attend', text: null, watch: false });
    await host.until(run.id, (event) => event.type === 'attention');
    expect(existsSync(join(place, 'runs'))).toBe(false);
    expect(await sentenceOf(() => order(run, { type: 'play' }))).toBe(
      'This model: is only looked at: it has no run. Press Train to make one.',
    );
  });
});

describe('saving elsewhere while training', () => {
  it('moves the run too, and training goes on there with the same losses', async () => {
    const expected = await undisturbed();
    const run = await start();
    await atStep(run, 12);
    host.answers.place = join(folder, 'saved');
    const saved = await host.handlers['project:save']({ project, as: false });
    place = saved?.folder ?? '';
    expect(saved?.folder).toBe(join(folder, 'saved'));
    await ended(run);
    expect(await lossesOnDisk(run)).toEqual(expected);
  });
});

describe('what has become of the text', () => {
  it('stops a run from going on with another one', async () => {
    const run = await start();
    await ended(run);
    await restart();
    writeFileSync(join(place, run.data.file), 'another text entirely\n'.repeat(100));
    expect(await sentenceOf(() => host.handlers['runs:open'](run.id))).toBe(
      `english.txt: ${run.data.file} has changed since the run began. Put the former file back, or open the text again and start a new run.`,
    );
  });

  it('is asked for when there is none', async () => {
    project = { ...project, data: null };
    expect(await sentenceOf(start)).toBe(
      'Data: the project has no text to train on. Open a text file or take a sample text.',
    );
  });
});
