import { describe, expect, it } from 'vitest';
import { ProblemError } from '../contract/problem';
import { originOf } from './origin';
import { openSession } from './session';
import { tinyHost } from './tiny.testing';

const { run } = tinyHost();
const origin = originOf(run, { hash: 'abc' });

/** What a run says about a checkpoint that comes from this. */
async function restored(from: Partial<typeof origin>): Promise<string> {
  const host = tinyHost();
  const fresh = await openSession(host);
  const { manifest, ...arrays } = fresh.trainer.checkpoint({ train_loss: null, val_loss: null });
  await host.saveCheckpoint({ manifest: { ...manifest, ...fresh.origin, ...from }, ...arrays });
  try {
    await openSession(host);
    return 'taken';
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}

describe('a checkpoint', () => {
  it('of this run is taken, and so is one that does not say where it comes from', async () => {
    expect(await restored({})).toBe('taken');
    const host = tinyHost();
    const fresh = await openSession(host);
    await host.saveCheckpoint(fresh.trainer.checkpoint({ train_loss: null, val_loss: null }));
    await openSession(host);
  });

  it('of another tokenizer or of other data is refused', async () => {
    const { origin: own } = await openSession(tinyHost());
    expect(await restored({ tokenizerHash: 'abc' })).toBe(
      `Run "tiny": the checkpoint of step 0 was trained with another tokenizer (abc, this run has ${own.tokenizerHash}). Put the checkpoint of this run back, or start a new run.`,
    );
    expect(await restored({ dataHash: 'def' })).toBe(
      `Run "tiny": the checkpoint of step 0 was trained with other data (def, this run has ${own.dataHash}). Put the checkpoint of this run back, or start a new run.`,
    );
  });
});

describe('what a run learns from', () => {
  const { data } = run;
  const hash = (change: object, task?: { type: string; params: Record<string, number> }) =>
    originOf({ data: { ...data, ...change }, task }, { hash: 'abc' }).dataHash;

  it('is other when bytes, encoding, columns or split are, not when its name is', () => {
    const table = {
      format: 'csv',
      delimiter: ',',
      header: true,
      use: 'text',
      input: 'a',
      output: '',
    };
    const all = [{}, { sha256: '1' }, { encoding: 'gbk' }, { split: 'record' }, { table }].map(
      (change) => hash(change),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(hash({ name: 'other.txt', file: 'data/1.txt' })).toBe(hash({}));
    expect(hash({ table: { ...table, n_labels: 3 } })).toBe(hash({ table }));
  });

  it('is the task with its params when it is one', () => {
    const copy = (length: number) => ({ type: 'copy', params: { length } });
    expect(hash({}, copy(4))).not.toBe(hash({}, copy(5)));
    expect(hash({ sha256: '1' }, copy(4))).toBe(hash({}, copy(4)));
  });
});
