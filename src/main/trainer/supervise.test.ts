import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProblem } from '@shared/contract/problem';
import type { Project, Run, Settings } from '@shared/contract/project';
import type { TrainerEvent } from '@shared/contract/trainer';
import { tinyGpt } from '@shared/graph/templates';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { readMetrics } from '../files/metricsFile';
import { readRun } from '../files/runFolder';
import { type TestHost, testHost } from '../host.testing';
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

beforeAll(async () => {
  const built = await buildWorkers();
  workers = { ...built, trainer: breakable(built.trainer) };
});
beforeEach(async () => {
  folder = join(root, String(++count));
  host = testHost(folder, workers);
  const opened = await host.handlers['project:start'](null);
  place = opened.folder;
  project = {
    ...opened.project,
    variants: [{ id: 'a', name: 'A', drawing: tinyGpt({ n_layers: 1, n_heads: 1, d_model: 8 }) }],
    settings: {
      ...opened.project.settings,
      n_ctx: 8,
      batch_size: 2,
      max_steps: 60,
      eval_batches: 1,
      checkpoint_interval: 10,
    },
  };
});
afterEach(() => host.close());

/**
 * The trainer's program with a mine in it: while the file `break` holds a step, it breaks after that step: it ends, hangs, fills
 * its memory or asks for a buffer that nobody has.
 */
function breakable(trainer: string): string {
  const file = join(root, 'breakable.cjs');
  writeFileSync(
    file,
    `const { existsSync, readFileSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
const post = parentPort.postMessage.bind(parentPort);
const breaks = {
  exit: () => process.exit(7),
  hang: () => { for (;;); },
  hoard: () => { for (const kept = []; ; ) kept.push(new Array(1e6).fill(kept.length + 0.5)); },
  buffer: () => new ArrayBuffer(2 ** 52),
};
parentPort.postMessage = (event) => {
  post(event);
  const mine = ${JSON.stringify(join(root, 'break'))};
  const [step, how] = existsSync(mine) ? readFileSync(mine, 'utf8').split(' ') : [Infinity];
  if (event.type === 'metrics' && event.metrics.at(-1).step >= Number(step)) setTimeout(breaks[how], 20);
};
require(${JSON.stringify(trainer)});
`,
  );
  return file;
}

type Break = 'exit' | 'hang' | 'hoard' | 'buffer';
const layMine = (step: number, how: Break = 'exit') =>
  writeFileSync(join(root, 'break'), `${step} ${how}`);
const clearMine = () => rmSync(join(root, 'break'), { force: true });

async function start(): Promise<Run> {
  const [run] = await host.handlers['runs:start']({ project, variants: ['a'] });
  if (run === undefined) throw new Error('no run');
  return run;
}

/** A run that waits after its first step. */
async function pausedRun(): Promise<Run> {
  const training = await start();
  await host.handlers['runs:command']({ run: training.id, command: { type: 'step', steps: 1 } });
  await host.until(training.id, (event) => event.type === 'state' && event.state === 'paused');
  return training;
}

const set = (change: Partial<Settings>) => {
  project = { ...project, settings: { ...project.settings, ...change } };
};
const isAfter = (run: Run, event: TrainerEvent, known: number) =>
  host.eventsOf(run.id).indexOf(event) >= known;
const ended = (run: Run) => host.until(run.id, (event) => event.type === 'ended');
const failed = (run: Run) => host.until(run.id, (event) => event.type === 'failed');
const play = (run: Run) =>
  host.handlers['runs:command']({ run: run.id, command: { type: 'play' } });
const sentence = (event: TrainerEvent) =>
  event.type === 'failed' ? showProblem(event.problem) : '';
const fileOf = (run: Run, name: string) => join(place, 'runs', run.id, name);

async function lossesOnDisk(run: Run): Promise<(number | undefined)[]> {
  const metrics = await readMetrics(fileOf(run, 'metrics.jsonl'));
  return metrics.flatMap(({ train_loss }) => (train_loss === undefined ? [] : [train_loss]));
}

describe('a trainer that dies', () => {
  it('goes on from its last checkpoint with the same losses, and the person is told', async () => {
    const undisturbed = await start();
    await ended(undisturbed);
    const run = await start();
    layMine(25);
    const event = await failed(run);
    clearMine();
    expect(sentence(event)).toMatch(
      /^Run "A": the trainer ended unexpectedly at step \d+ \(exit code 7\)\. It goes on by itself from the checkpoint at step \d+\.$/,
    );
    await ended(run);
    expect(await lossesOnDisk(run)).toEqual(await lossesOnDisk(undisturbed));
    expect(host.changes.at(-1)).toMatchObject({ id: run.id, status: 'done', step: 60 });
  });

  it('is started again when it hangs', async () => {
    await host.close();
    host = testHost(folder, workers, { watchMs: 1500 });
    await host.handlers['project:start'](null);
    const run = await start();
    layMine(25, 'hang');
    const event = await failed(run);
    clearMine();
    expect(sentence(event)).toMatch(
      /^Run "A": the trainer ended unexpectedly at step \d+ \(silent for \d+ s\)\. It goes on by itself from the checkpoint at step \d+\.$/,
    );
    await ended(run);
    expect(await lossesOnDisk(run)).toHaveLength(60);
  });

  it.each(['hoard', 'buffer'] as const)(
    'for want of memory is not started again by itself: %s',
    async (how) => {
      set({ max_steps: 2000 });
      const run = await start();
      layMine(15, how);
      const event = await failed(run);
      clearMine();
      expect(sentence(event)).toMatch(
        /^Run "A": there was not enough memory at step \d+\. Use a smaller batch_size, n_ctx or model\.$/,
      );
      expect(host.isTraining()).toBe(false);
      await host.handlers['runs:open'](run.id);
    },
  );

  it('again and again without coming further is given up, and can be tried again', async () => {
    set({ max_steps: 100_000, checkpoint_interval: 100_000 });
    layMine(0);
    const run = await start();
    await host.until(
      run.id,
      (event) => event.type === 'failed' && showProblem(event.problem).includes('Press Continue'),
    );
    clearMine();
    expect(host.isTraining()).toBe(false);
    const known = host.eventsOf(run.id).length;
    await play(run);
    await host.until(run.id, (event) => isAfter(run, event, known) && event.type === 'metrics');
  });
});

describe.runIf(existsSync('/dev/full'))('a disk that refuses (needs /dev/full)', () => {
  it('stops the run with a sentence; nothing is lost when there is space again', async () => {
    const run = await pausedRun();
    const metrics = fileOf(run, 'metrics.jsonl');
    renameSync(metrics, `${metrics}.real`);
    symlinkSync('/dev/full', metrics);
    await play(run);
    expect(sentence(await failed(run))).toBe(
      'Run "A": the disk is full. Free some space, then try again.',
    );
    renameSync(`${metrics}.real`, metrics);
    await play(run);
    await ended(run);
    expect(await lossesOnDisk(run)).toHaveLength(60);
  });
});

describe('a folder that is removed while training', () => {
  it('ends in a sentence, and is not made anew', async () => {
    const run = await pausedRun();
    // A write of run.json that is still on its way would put the folder back.
    await vi.waitFor(
      async () => expect((await readRun(fileOf(run, '.'))).status).toBe('paused'),
      20_000,
    );
    rmSync(join(place, 'runs'), { recursive: true });
    await play(run);
    expect(sentence(await failed(run))).toContain(
      'it is not there any more. It was moved or deleted: put it back, or choose another.',
    );
    expect(existsSync(join(place, 'runs'))).toBe(false);
  });
});

describe('trainers that only wait', () => {
  beforeEach(() => set({ max_steps: 1 }));

  it('are closed when there are too many, the one used longest ago first', async () => {
    const runs: Run[] = [];
    for (let i = 0; i < 4; i++) {
      const run = await start();
      await ended(run);
      runs.push(run);
    }
    const first = runs[0]?.id ?? '';
    const before = host.eventsOf(first).length;
    await host.handlers['runs:open'](first);
    expect(
      host
        .eventsOf(first)
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['ready']);
  });
});

describe('a run that would need more memory than is free', () => {
  const refusal = (free: number, change: Partial<Settings>, variants = ['a']) => {
    set(change);
    host = testHost(folder, workers, { freeBytes: () => free });
    return sentenceOf(async () => {
      await host.handlers['project:start'](null);
      await host.handlers['runs:start']({ project, variants });
    });
  };

  it('is refused with numbers before it begins', async () => {
    await host.close();
    expect(await refusal(5e7, {})).toMatch(
      /^A: training it needs about 0\.\d GB of memory \(parameters \d+ MB, gradients \d+ MB, optimizer \d+ MB, activations \d+ MB\), but 50 MB are free\. (Use fewer layers or a smaller d_model|Lower batch_size 2 or n_ctx 8), or close other programs\.$/,
    );
    expect(existsSync(join(place, 'runs'))).toBe(false);
  });

  it('is told to lower what takes most', async () => {
    await host.close();
    expect(await refusal(1e8, { batch_size: 1024, n_ctx: 1024 })).toContain(
      'Lower batch_size 1024 or n_ctx 1024, or close other programs.',
    );
  });

  it('is not even looked at untrained', async () => {
    await host.close();
    set({});
    host = testHost(folder, workers, { freeBytes: () => 5e7 });
    await host.handlers['project:start'](null);
    expect(await sentenceOf(() => host.handlers['runs:peek']({ project, variant: 'a' }))).toContain(
      'but 50 MB are free.',
    );
  });

  it('is told of all variants when they are too much together', async () => {
    await host.close();
    const [first] = project.variants;
    if (first === undefined) throw new Error('no variant');
    project = { ...project, variants: [first, { ...first, id: 'b', name: 'B' }] };
    expect(await refusal(2e8, {}, ['a', 'b'])).toMatch(
      /^Memory: training 2 variants together needs about 0\.\d GB, but 0\.2 GB are free\. Train them one after the other, or lower batch_size or n_ctx\.$/,
    );
  });
});
