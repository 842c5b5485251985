import { settingsSchema } from '@shared/contract/project';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../files/folder.testing';
import { plainFlag, schemaOptions, schemaValues } from './flags';

describe('a flag', () => {
  it.each([
    ['--n_layers', '--n_layers'],
    ['--n-layers=4', '--n_layers=4'],
    ['--n_layer', '--n_layers'],
    ['--n-head', '--n_heads'],
    ['--n_embd=64', '--d_model=64'],
    ['--block_size', '--n_ctx'],
    ['--max_iters', '--max_steps'],
    ['--learning-rate=1e-3', '--lr=1e-3'],
    ['--out', '--out'],
    ['-h', '-h'],
    ['a--b', 'a--b'],
    ['4', '4'],
  ])('%s is %s', (given, plain) => {
    expect(plainFlag(given)).toBe(plain);
  });
});

describe('settings on the command line', () => {
  it('have one option each, with their default', () => {
    const options = schemaOptions(settingsSchema);
    expect(options.map((option) => option.name())).toEqual(Object.keys(settingsSchema.shape));
    expect(options.find((option) => option.name() === 'n_ctx')?.description).toBe('(default 64)');
    expect(options.find((option) => option.name() === 'schedule')?.description).toBe(
      'constant | linear | cosine | stepwise | noam (default "cosine")',
    );
  });

  it('stand over those of the project', () => {
    const values = schemaValues(settingsSchema, { lr: '3e-4', n_ctx: '128' }, { lr: 1, seed: 7 });
    expect(values).toMatchObject({ lr: 3e-4, n_ctx: 128, seed: 7, max_steps: 1000 });
  });

  it.each([
    [{ n_ctx: 'four' }, 'The command line at n_ctx: expected a whole number, got "four".'],
    [{ n_ctx: '' }, 'The command line at n_ctx: expected a whole number, got "".'],
    [{ lr: '-1' }, 'The command line at lr: expected more than 0, got -1.'],
    [
      { schedule: 'sudden' },
      'The command line at schedule: expected "constant", "linear", "cosine", "stepwise" or "noam", got "sudden".',
    ],
  ])('that cannot be are named: %j', async (given, sentence) => {
    expect(await sentenceOf(() => schemaValues(settingsSchema, given))).toBe(sentence);
  });
});
