import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoint } from '@shared/contract/checkpoint';
import { describe, expect, it } from 'vitest';
import {
  checkpointSteps,
  loadCheckpoint,
  loadLastCheckpoint,
  milestones,
  saveCheckpoint,
} from './checkpointFile';
import { sentenceOf, temporaryFolder } from './folder.testing';

const run = temporaryFolder();
const folder = join(run, 'checkpoints');

function checkpoint(step: number, val_loss: number | null = null): Checkpoint {
  const values = Float32Array.from([step, 0.1, -1e-30, 3e38, Number.NaN, 5]);
  return {
    manifest: { version: 1, step, train_loss: 1, val_loss, n_params: 6 },
    weights: new Map([['decoder.0.attention.W_Q', { shape: [2, 3], values }]]),
    optimizer: new Map([['decoder.0.attention.W_Q:m', { shape: [2, 3], values }]]),
  };
}

it('has none before the first', async () => {
  expect(await loadLastCheckpoint(run)).toBeNull();
});

it('gives back every bit', async () => {
  await saveCheckpoint(run, checkpoint(100, 2));
  expect(await loadCheckpoint(run, 100)).toEqual(checkpoint(100, 2));
  expect(readdirSync(join(folder, 'step-000100')).sort()).toEqual([
    'manifest.json',
    'optimizer.safetensors',
    'weights.safetensors',
  ]);
});

it('keeps the last two, the best and some milestones', async () => {
  for (const [step, loss] of [
    [200, 1.5],
    [300, 1.8],
    [1000, 1.9],
    [1100, 1.7],
    [1200, 1.6],
  ] as const)
    await saveCheckpoint(run, checkpoint(step, loss));
  expect(await checkpointSteps(run)).toEqual([200, 1000, 1100, 1200]);
});

it('never keeps more milestones than eight', () => {
  const steps = Array.from({ length: 5000 }, (_, i) => (i + 1) * 200);
  expect(milestones(steps)).toHaveLength(7);
  expect(milestones(steps.slice(0, 40))).toHaveLength(8);
});

describe('after a crash', () => {
  it('passes over what was not finished, and clears it away', async () => {
    const unfinished = join(folder, 'step-001300.tmp-0123456789ab');
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'weights.safetensors'), 'half');
    expect((await loadLastCheckpoint(run))?.manifest.step).toBe(1200);
    await saveCheckpoint(run, checkpoint(1300, 1.6));
    expect(readdirSync(folder)).toEqual([
      'step-000200',
      'step-001000',
      'step-001200',
      'step-001300',
    ]);
  });

  it.each(['manifest.json', 'weights.safetensors', 'optimizer.safetensors'])(
    'goes back to the one before when %s is damaged',
    async (name) => {
      await saveCheckpoint(run, checkpoint(1400));
      const path = join(folder, 'step-001400', name);
      truncateSync(path, readFileSync(path).length - 3);
      const before = await loadLastCheckpoint(run);
      expect(before?.manifest.step).toBe(1300);
      expect(before?.warning?.where.en).toMatch(`step-001400/${name}`);
      expect(before?.warning?.what.en).toContain('at step 1300');
      await saveCheckpoint(run, checkpoint(1400));
      const last = await loadLastCheckpoint(run);
      expect(last?.manifest.step).toBe(1400);
      expect(last?.warning).toBeUndefined();
      rmSync(join(folder, 'step-001400'), { recursive: true });
    },
  );

  it('says why when none can be read, instead of beginning anew', async () => {
    const all = await checkpointSteps(run);
    expect(all.length).toBeGreaterThan(1);
    const kept = all.map((step) => {
      const file = join(folder, `step-${String(step).padStart(6, '0')}`, 'manifest.json');
      const text = readFileSync(file);
      writeFileSync(file, '{}');
      return () => writeFileSync(file, text);
    });
    expect(await sentenceOf(() => loadLastCheckpoint(run))).toMatch(/^step-001300\/manifest\.json/);
    for (const putBack of kept) putBack();
  });

  it('removes no older one while the new one is not whole', async () => {
    const before = await checkpointSteps(run);
    const broken: Checkpoint = {
      ...checkpoint(1500),
      get optimizer(): Checkpoint['optimizer'] {
        throw new Error('cut off');
      },
    };
    await expect(saveCheckpoint(run, broken)).rejects.toThrow('cut off');
    expect(await checkpointSteps(run)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.includes('.tmp-'))).toEqual([]);
  });

  it('names a checkpoint that is gone', async () => {
    expect(await sentenceOf(() => loadCheckpoint(run, 77))).toBe(
      'manifest.json: it is not there any more. It was moved or deleted: put it back, or choose another.',
    );
  });
});

it('says so when the run is no longer there', async () => {
  rmSync(run, { recursive: true });
  writeFileSync(run, 'a file in its place');
  expect(await sentenceOf(() => saveCheckpoint(run, checkpoint(1)))).toBe(
    'Saving a checkpoint: it is a file, not a folder. Choose a folder.',
  );
});
