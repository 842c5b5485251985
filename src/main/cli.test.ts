import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandLine, small } from './cli.testing';
import { temporaryFolder } from './files/folder.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const folder = temporaryFolder();
const text = join(folder, 'text.txt');
const binary = join(folder, 'noise.txt');
const run = commandLine(folder);
beforeAll(() => {
  writeFileSync(text, 'The cat sat on the mat. The dog sat on the log.\n'.repeat(100));
  writeFileSync(
    binary,
    Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256),
  );
});

describe('toyformer train', () => {
  it('trains, ends with the figures as JSON, and leaves a project', async () => {
    const args = ['--data', text, '--out', 'mine', '--max_iters=20', '--json', ...small];
    const { code, stdout, stderr } = await run('train', ...args);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toEqual({
      type: 'done',
      step: 20,
      train_loss: expect.any(Number),
      val_loss: expect.any(Number),
      tokens_per_second: expect.any(Number),
    });
    expect(existsSync(join(folder, 'mine/project.json'))).toBe(true);
    expect(existsSync(join(folder, 'mine/runs/001-a/run.json'))).toBe(true);
    expect(existsSync(join(folder, 'mine/project.lock'))).toBe(false);
  });

  it('adds a drawing to the project only when the flags draw another one', async () => {
    const variants = async (...more: string[]) => {
      await run('train', '--out', 'mine', '--max_steps', '1', ...small, ...more);
      const project = JSON.parse(readFileSync(join(folder, 'mine/project.json'), 'utf8'));
      return project.variants.map(({ id }: { id: string }) => id);
    };
    expect(await variants()).toEqual(['a']);
    expect(await variants('--n_head', '2')).toEqual(['a', 'variant-1']);
    expect(await variants('--n_heads=2')).toEqual(['a', 'variant-1']);
  });

  it('writes text with what was trained, the same for the same seed', async () => {
    const args = ['generate', '--out', 'mine', '--prompt', 'The ', '--length', '20'];
    const first = await run(...args);
    expect(first.stdout).toMatch(/^The [\s\S]+\n$/);
    expect(await run(...args)).toEqual(first);
    expect((await run(...args, '--uncached')).stdout).toBe(first.stdout);
  });

  it('trains a task with a template, by the objective both are meant for', async () => {
    const args = ['--task', 'cloze', '--template', 'bert', '--max_steps', '2', ...small];
    const { code, stderr } = await run('train', '--out', 'task', ...args);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const record = JSON.parse(readFileSync(join(folder, 'task/runs/001-a/run.json'), 'utf8'));
    expect(record).toMatchObject({ status: 'done', task: { type: 'cloze', params: {} } });
    expect(record.settings.objective).toBe('maskedToken');
  });

  it('trains by the recipe of the template’s paper, for the size drawn; flags count more', async () => {
    const args = ['--task', 'translation', '--template', 'transformer2017', '--beta2', '0.9'];
    const size = ['--n_layers', '1', '--d_model', '16', '--warmup_steps', '100', '--n_ctx', '24'];
    const { code, stderr } = await run(
      'train',
      ...['--out', 'paper', '--max_steps', '1', '--batch_size', '2', ...size, ...args],
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const record = JSON.parse(readFileSync(join(folder, 'paper/runs/001-a/run.json'), 'utf8'));
    expect(record.settings).toMatchObject({
      schedule: 'noam',
      warmup_steps: 100,
      lr: 0.025,
      label_smoothing: 0.1,
      beta2: 0.9,
      eps: 1e-9,
    });
  });

  it.each([
    [
      ['train', '--out', 'task', '--resume'],
      '001-a: has done 2 of 2 steps: nothing is left to do. Train anew without --resume.\n',
    ],
    [
      ['train', '--out', 'task', '--resume', '--split', 'han'],
      '--resume --split: a run goes on as it was set. Leave out --split, or leave out --resume to train anew.\n',
    ],
    [
      ['train', '--out', 'task', '--resume', '--max_steps', '9'],
      '--resume --max_steps: a run goes on as it was set. Leave out --max_steps, or leave out --resume to train anew.\n',
    ],
    [
      ['generate', '--out', 'mine', '--length', 'abc'],
      'The command line at length: expected a number, got "abc".\n',
    ],
    [
      ['generate', '--out', 'mine', '--run', '../../etc'],
      /^--run \.\.\/\.\.\/etc: there is no such run\. There are 001-a, /,
    ],
    [
      ['train', '--out', '.'],
      /^--out \.: it holds \d+ files or folders and no project\. Choose a new /,
    ],
    [['train', '--out', 'none', '--data', '.'], '--data .: this is no file. Check the path.\n'],
    [['train', '--zeal', '9'], /unknown option '--zeal'\n.*--help lists the options/],
  ])('says in one sentence what is wrong: %j', async (args, sentence) => {
    const { code, stderr } = await run(...args);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  });

  it.each([
    [
      ['--data', 'gone.txt'],
      '--data gone.txt: there is no such file, or it may not be read. Check the path.\n',
    ],
    [[], '--data: there is no text to train on. Name a text file: --data FILE.\n'],
    [['--data', text, '--lr', 'fast'], 'The command line at lr: expected a number, got "fast".\n'],
    [['--resume'], 'none/yet: there is no run to go on with. Train without --resume first.\n'],
    [
      ['--data', text, '--task', 'copy'],
      '--data --task: a run learns a text or a task, not both. Leave out one of them.\n',
    ],
    [
      ['--task', 'copy', '--tokenizer', 'bpe'],
      '--tokenizer: a task has tokens of its own. Leave out --tokenizer.\n',
    ],
    [
      ['--data', text, '--vocab_size', '300'],
      '--vocab_size: the tokenizer character has no such param. Leave it out, or use --tokenizer word, --tokenizer bpe.\n',
    ],
    [
      ['--data', text, '--n_heads', '3'],
      /^Self-attention.*: d_model 64 is not divisible by n_heads 3/,
    ],
    [['--data', text, '--n_ctx', '4000'], /^text\.txt: .*4,?000/],
    [
      ['--task', 'copy:length=x'],
      '--task copy: length: expected a whole number from 1 to 64, got "x". Choose another value.\n',
    ],
    [['--task', 'dance'], /^--task: there is no task "dance"\. Use one of copy, /],
    [
      ['--task', 'copy', '--objective', 'dream'],
      /^--objective: there is no objective "dream"\. Use one of nextToken, /,
    ],
    [['--template', '--out', 'q1'], /^error: --template needs a value, but --out is a flag\n/],
    [['--data', binary], /^noise\.txt: /],
    [
      ['--data', text, '--template', 'transformer2017'],
      '--template transformer2017: it learns from pairs, and text.txt has none. Give a table (.csv, .tsv or .jsonl) with the columns source and target as --data, or a task of pairs: --task translation.\n',
    ],
    [
      ['--task', 'whichFirst', '--template', 't5'],
      /^--template t5: it learns from pairs, and Which came first has none\./,
    ],
  ])('refuses and leaves nothing behind: %j', async (args, sentence) => {
    const { code, stderr } = await run('train', '--out', 'none/yet', ...args);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('counts one file that is in the way as one', async () => {
    mkdirSync(join(folder, 'one'));
    writeFileSync(join(folder, 'one/notes.txt'), '');
    const { stderr } = await run('train', '--out', 'one', '--data', text);
    expect(stderr).toBe(
      '--out one: it holds 1 file or folder and no project. Choose a new or an empty folder.\n',
    );
  });

  it('leaves an empty folder that was there empty', async () => {
    mkdirSync(join(folder, 'empty'));
    const { code } = await run('train', '--out', 'empty', '--data', text, '--n_ctx', '4000');
    expect(code).toBe(1);
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });

  it('draws the classifier that a task with labels wants', async () => {
    const args = [
      '--task',
      'whichFirst',
      '--template',
      'bert',
      '--max_steps',
      '2',
      ...small,
      '--n_ctx',
      '16',
    ];
    const { code, stderr } = await run('train', '--out', 'labels', ...args);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const record = JSON.parse(readFileSync(join(folder, 'labels/runs/001-a/run.json'), 'utf8'));
    const types = record.drawing.nodes.map(({ type }: { type: string }) => type);
    expect(types.slice(-2)).toEqual(['pooling', 'classifier']);
  });

  it('judges a short text by the n_ctx that was given, in one sentence', async () => {
    writeFileSync(join(folder, 'short.txt'), 'The cat sat on the mat. '.repeat(13).slice(0, 300));
    const args = ['--data', 'short.txt', '--out', 'short', '--max_steps', '1', ...small];
    expect(await run('train', ...args, '--n_ctx', '64')).toMatchObject({
      code: 1,
      stderr:
        'short.txt: the validation part (the last tenth) has 30 tokens, but n_ctx 64 needs at least 65. Use a text of at least 650 tokens, or n_ctx 29 or less.\n',
    });
    expect(await run('train', ...args)).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells the rows of a table that cannot be used, and trains on the others', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `"good ${i}",${i % 2}`);
    rows.splice(20, 0, 'never closed",1', '"never closed,1', 'a,b,c');
    writeFileSync(join(folder, 'rows.csv'), ['text,label', ...rows].join('\n'));
    const more = ['--template', 'bert', '--objective', 'sequenceLabel', '--max_steps', '1'];
    const args = ['--out', 'table', ...more, ...small, '--n_ctx', '16'];
    const told = [
      'rows.csv: rows that cannot be used: 2; rows used: 41.',
      'rows.csv, line 23, column 1: a quote opens here and is never closed. Close it, or double it: "".',
      'rows.csv, line 24, column 5: the row has 3 fields, but the header has 2. Put a text that holds the separator in quotes.',
      '',
    ].join('\n');
    expect(await run('train', '--data', 'rows.csv', ...args)).toMatchObject({
      code: 0,
      stderr: told,
    });
    expect(await run('train', ...args)).toMatchObject({ code: 0, stderr: told });
  });
});

describe('a project whose newest run.json is broken', () => {
  const sentence =
    '900-torn/run.json line 1, column 14: the file ends here, in the middle of its content. Put back a copy of it that is whole.\n';
  beforeAll(() => {
    mkdirSync(join(folder, 'mine/runs/900-torn'));
    writeFileSync(join(folder, 'mine/runs/900-torn/run.json'), '{"version": 1');
  });
  afterAll(() => rmSync(join(folder, 'mine/runs/900-torn'), { recursive: true }));

  it.each([['train', '--resume'], ['generate'], ['generate', '--run', '900-torn']])(
    'is not gone on with, nor is the run before it taken instead: %s %s',
    async (...args) => {
      const outcome = await run(...args, '--out', 'mine');
      expect(outcome).toMatchObject({ code: 1, stderr: sentence, stdout: '' });
    },
  );

  it('says so while it works with another run', async () => {
    const outcome = await run('generate', '--out', 'mine', '--run', '001-a', '--length', '1');
    expect(outcome).toMatchObject({ code: 0, stderr: sentence });
  });
});
