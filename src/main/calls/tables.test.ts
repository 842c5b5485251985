import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataPreview } from '@shared/contract/calls';
import { ProblemError, showProblem } from '@shared/contract/problem';
import type { Drawing, Project, Settings } from '@shared/contract/project';
import { bert, transformer2017 } from '@shared/graph/encoders';
import { withClassifier } from '@shared/graph/labelled';
import { tinyGpt } from '@shared/graph/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { lossesOf, type TestHost, testHost } from '../host.testing';
import type { WorkerFiles } from '../services';
import { buildWorkers } from '../workers.testing';

const root = temporaryFolder();
const small = { n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 };
const short: Partial<Settings> = {
  n_ctx: 16,
  batch_size: 8,
  max_steps: 20,
  eval_interval: 10,
  eval_batches: 2,
};
let host: TestHost;
let workers: WorkerFiles;
let project: Project;
let folder: string;
let count = 0;

beforeAll(async () => {
  workers = await buildWorkers();
  host = testHost(root, workers);
  const opened = await host.handlers['project:start'](null);
  ({ project, folder } = opened);
});
afterAll(() => host.close());

async function open(name: string, content: string): Promise<DataPreview> {
  host.answers.text = join(root, name);
  writeFileSync(host.answers.text, content);
  const preview = await host.handlers['data:open'](null);
  if (preview === null) throw new Error('nobody ended it');
  return preview;
}

async function train({ data }: DataPreview, drawing: Drawing, settings: Partial<Settings>) {
  const [run] = await host.handlers['runs:start']({
    project: {
      ...project,
      data,
      // A run that was taken back leaves its number to the next.
      variants: [{ id: 'a', name: `run ${++count}`, drawing }],
      settings: { ...project.settings, ...short, ...settings },
    },
    variants: ['a'],
  });
  if (run === undefined) throw new Error('a run was asked for');
  const end = await host.until(run.id, ({ type }) => type === 'ended' || type === 'failed');
  if (end.type === 'failed') throw new ProblemError(end.problem);
  const events = host.eventsOf(run.id);
  const metrics = events.flatMap((event) => (event.type === 'metrics' ? event.metrics : []));
  return { run, metrics, losses: [...lossesOf(events).values()] };
}

function missing(): never {
  throw new Error('nobody ended it');
}

const pairs = Array.from({ length: 200 }, (_, i) => `${i}\t${[...String(i)].reverse().join('')}`);

describe('a table of pairs', () => {
  it('teaches an encoder and a decoder', async () => {
    const preview = await open('pairs.tsv', `source\ttarget\n${pairs.join('\n')}\nlonely\n`);
    expect(preview.data.table).toMatchObject({ use: 'pair', input: 'source', output: 'target' });
    expect(preview.table).toMatchObject({
      n_rows: 200,
      n_train_rows: 180,
      n_val_rows: 20,
      n_faults: 1,
    });
    expect(preview.table?.faults.map((fault) => showProblem(fault))).toEqual([
      'pairs.tsv, line 202, column 7: the row has 1 field, but the header has 2. Add what is missing.',
    ]);
    expect(preview.table?.rows[1]).toEqual({ input: ['1'], output: ['1'] });
    const { metrics, losses, run } = await train(preview, transformer2017(small), {
      objective: 'seq2seq',
    });
    expect(run.n_vocab).toBe(14);
    expect(losses).toHaveLength(20);
    expect(losses.at(-1)).toBeLessThan(losses[0] ?? 0);
    expect(metrics.some(({ val_exact }) => val_exact !== undefined)).toBe(true);
    expect(metrics.find(({ sample }) => sample !== undefined)?.sample).toMatch(/^\d+ → /);
  });

  it('is refused an objective that cannot ask it', async () => {
    const preview = await open('pairs.tsv', `source\ttarget\n${pairs.join('\n')}\n`);
    const sentence = await sentenceOf(() =>
      train(preview, bert(small), { objective: 'maskedToken' }),
    );
    expect(sentence).toBe(
      'pairs.tsv: this data cannot be asked that way. Choose the objective Sequence to sequence, Next token.',
    );
  });

  it('leaves out pairs that are longer than n_ctx, unless none is left', async () => {
    const preview = await open('pairs.tsv', `source\ttarget\n${pairs.join('\n')}\n`);
    const sentence = await sentenceOf(() =>
      train(preview, transformer2017(small), { objective: 'seq2seq', n_ctx: 1 }),
    );
    expect(sentence).toBe(
      'pairs.tsv: no pair of the training part fits into n_ctx 1; the shortest takes 2 tokens. Use n_ctx 2 or more.',
    );
  });
});

describe('a table of labels', () => {
  const rows = Array.from(
    { length: 300 },
    (_, i) => `"${i}, ${'ab'[i % 2]}",${i % 2 ? 'odd' : 'even'}`,
  );

  it('teaches a classifier', async () => {
    const preview = await open('parity.csv', `text,label\n${rows.join('\n')}\n`);
    expect(preview.data.table).toMatchObject({ use: 'label', n_labels: 2 });
    expect(preview.table?.labels).toEqual([
      { name: 'even', n_rows: 150 },
      { name: 'odd', n_rows: 150 },
    ]);
    const drawing = withClassifier(bert(small), 2, true);
    const { losses } = await train(preview, drawing, {
      objective: 'sequenceLabel',
      max_steps: 60,
      lr: 1e-2,
    });
    expect(losses[0]).toBeGreaterThan(0.5);
    expect(losses.at(-1)).toBeLessThan(0.3);
  });

  it('can be read otherwise: columns, use and split are the person’s', async () => {
    const { data } = await open('parity.csv', `text,label\n${rows.join('\n')}\n`);
    const table = {
      ...data.table,
      format: 'csv',
      delimiter: ',',
      header: false,
      use: 'pair',
      input: 'column 2',
      output: 'column 1',
    } as const;
    const preview = await host.handlers['data:preview']({
      data: { ...data, table, split: 'position' },
      encoding: null,
      tokenizer: 'byte',
    });
    expect(preview?.table).toMatchObject({ n_rows: 301, n_val_rows: 31, labels: [] });
    expect(preview?.table?.rows[0]).toEqual({ input: [...'label'], output: [...'text'] });
  });
});

it('a table of texts teaches the next token, record by record', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => JSON.stringify({ text: `item ${i % 20}` }));
  const preview = await open('items.jsonl', lines.join('\n'));
  expect(preview.data.table).toMatchObject({ format: 'jsonl', use: 'text', input: 'text' });
  expect(preview.statistics).toMatchObject({ records: 'row', n_val_records: 10, n_duplicates: 10 });
  const { losses, run } = await train(preview, tinyGpt(small), {});
  expect(run.n_vocab).toBe(preview.n_vocab + 2);
  expect(losses.at(-1)).toBeLessThan(losses[0] ?? 0);
});

describe('a text that was altered behind the program', () => {
  const text = Array.from({ length: 300 }, (_, i) => `line ${i % 7} of ${i % 5}\n`).join('');

  it('is said when it is looked at, and trains no run until it is taken', async () => {
    const { data } = await open('own.txt', text);
    writeFileSync(join(folder, data.file), text.replaceAll('line', 'row'));
    const preview = await host.handlers['data:preview']({
      data,
      encoding: null,
      tokenizer: 'character',
    });
    expect(preview).toMatchObject({ changed: true, n_tokens: text.length - 300 });
    const before = { ...(preview ?? missing()), data };
    expect(await sentenceOf(() => train(before, tinyGpt(small), {}))).toBe(
      `own.txt: ${data.file} has changed since the run began. Put the former file back, or open the text again and start a new run.`,
    );
    const { losses } = await train(preview ?? missing(), tinyGpt(small), {});
    expect(losses).toHaveLength(20);
  });

  it('lets no run go on that was begun before; put back, it goes on, its tokens made again', async () => {
    const preview = await open('story.txt', text);
    const { run } = await train(preview, tinyGpt(small), { max_steps: 10 });
    const copy = join(folder, preview.data.file);
    for (const change of [text.slice(1), text]) {
      await host.close();
      writeFileSync(copy, change);
      rmSync(join(host.userData, 'cache'), { recursive: true, force: true });
      host = testHost(root, workers);
      await host.handlers['project:start'](null);
      const answer = await host.handlers['runs:open'](run.id).then(
        () => 'nothing was refused',
        (error: Error) => error.message,
      );
      if (change === text) expect(answer).toBe('nothing was refused');
      else
        expect(answer).toContain(
          `story.txt: ${preview.data.file} has changed since the run began.`,
        );
    }
  });
});

it('ends the reading of a text when the person wants it no more', async () => {
  host.answers.text = join(root, 'long.txt');
  writeFileSync(host.answers.text, 'The quick brown fox.\n'.repeat(200_000));
  const reading = host.handlers['data:open'](null);
  const look = setInterval(() => void host.handlers['data:stop'](null), 5);
  expect(await reading).toBeNull();
  clearInterval(look);
  expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('.tmp-'))).toEqual([]);
});

it('starts no run when the person wants its text read no more', async () => {
  const { data } = await open('fable.txt', 'A fox saw some grapes.\n'.repeat(200_000));
  const settings = { ...project.settings, ...short, objective: 'maskedToken' };
  const variants = [{ id: 'a', name: 'A', drawing: bert(small) }];
  const starting = host.handlers['runs:start']({
    project: { ...project, data, settings, variants },
    variants: ['a'],
  });
  const look = setInterval(() => void host.handlers['data:stop'](null), 5);
  expect(await starting).toEqual([]);
  clearInterval(look);
});
