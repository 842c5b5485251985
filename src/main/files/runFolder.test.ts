import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { showProblem } from '@shared/contract/problem';
import { describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder, testRun } from './folder.testing';
import { openMetricsLog, readMetrics } from './metricsFile';
import { createRun, freshRunId, listRuns, readRun, runFolder, trashRun } from './runFolder';

const root = temporaryFolder();

describe('runs of a project', () => {
  it('appear with their run.json', async () => {
    const folder = await createRun(root, testRun());
    expect(readdirSync(folder)).toEqual(['run.json']);
    expect(await readRun(folder)).toEqual(testRun());
  });

  it('are numbered in the order they were made', async () => {
    expect(await freshRunId(root, 'Tiny GPT, h = 8!')).toBe('002-tiny-gpt-h-8');
    expect(await freshRunId(root, '小模型')).toBe('002');
  });

  it('that cannot be read are told beside the others', async () => {
    mkdirSync(join(root, 'runs/002-broken'));
    writeFileSync(join(root, 'runs/002-broken/run.json'), '{"version": 1');
    mkdirSync(join(root, 'runs/003-b.tmp-abc'));
    const { runs, problems } = await listRuns(root);
    expect(runs.map(({ id }) => id)).toEqual(['001-a']);
    expect(problems.map(({ id, problem }) => [id, showProblem(problem)])).toEqual([
      [
        '002-broken',
        '002-broken/run.json line 1, column 14: the file ends here, in the middle of its content. Put back a copy of it that is whole.',
      ],
    ]);
    expect(await freshRunId(root, 'b')).toBe('003-b');
  });

  it('go to the trash, not away', async () => {
    await trashRun(root, '001-a');
    expect(existsSync(runFolder(root, '001-a'))).toBe(false);
    expect(readdirSync(join(root, 'trash'))[0]).toMatch(/^001-a-[0-9a-f]{12}$/);
  });

  it('are named in the sentence when they are gone', async () => {
    expect(await sentenceOf(() => readRun(runFolder(root, '001-a')))).toBe(
      'run.json: it is not there any more. It was moved or deleted: put it back, or choose another.',
    );
  });

  it('cannot be looked for outside of the project', () => {
    expect(() => runFolder(root, '../..')).toThrow();
  });
});

describe('metrics.jsonl', () => {
  const path = join(root, 'metrics.jsonl');
  const steps = async () => (await readMetrics(path)).map(({ step }) => step);

  it('is empty before the first step', async () => {
    expect(await readMetrics(path)).toEqual([]);
  });

  it('keeps training, validation and samples of one step', async () => {
    openMetricsLog(path).append([
      { step: 1, train_loss: 3 },
      { step: 1, val_loss: 3.1 },
      { step: 1, sample: 'abc' },
      { step: 2, train_loss: 2.9, lr: 0.1 },
    ]);
    expect(await steps()).toEqual([1, 1, 1, 2]);
  });

  it('passes over a line that a crash tore, and goes on after it', async () => {
    appendFileSync(path, '{"step": 3, "train_l');
    expect(await steps()).toEqual([1, 1, 1, 2]);
    openMetricsLog(path).append([{ step: 3, train_loss: 2.8 }]);
    expect(await steps()).toEqual([1, 1, 1, 2, 3]);
    expect(readFileSync(path, 'utf8')).toContain('"train_l\n{"step":3');
  });

  it('goes back where the run went on from an earlier checkpoint', async () => {
    openMetricsLog(path).append([{ step: 4, train_loss: 2.7 }]);
    openMetricsLog(path).append([{ step: 2, train_loss: 2.5 }]);
    expect((await readMetrics(path)).map(({ step, train_loss }) => [step, train_loss])).toEqual([
      [1, 3],
      [1, undefined],
      [1, undefined],
      [2, 2.5],
    ]);
  });

  it('writes what the disk refused as soon as it takes it', async () => {
    const later = join(root, 'later');
    const log = openMetricsLog(join(later, 'metrics.jsonl'));
    log.append([{ step: 1, train_loss: 3 }]);
    expect(() => log.sync()).toThrow('ENOENT');
    mkdirSync(later);
    log.append([{ step: 2, train_loss: 2 }]);
    log.sync();
    const read = await readMetrics(join(later, 'metrics.jsonl'));
    expect(read.map(({ step }) => step)).toEqual([1, 2]);
  });

  it('reads 100,000 points', async () => {
    const many = join(root, 'many.jsonl');
    openMetricsLog(many).append(
      Array.from({ length: 100_000 }, (_, i) => ({ step: i + 1, train_loss: 1 / (i + 1) })),
    );
    expect(await readMetrics(many)).toHaveLength(100_000);
  });
});
