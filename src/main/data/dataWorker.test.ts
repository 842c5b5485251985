import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { buildWorkers } from '../workers.testing';
import { createDataWorker, type DataWorker } from './dataWorker';
import { Cancelled } from './job';

const folder = temporaryFolder();
const cache = { folder: join(folder, 'cache') };
let worker: DataWorker;
beforeAll(async () => {
  worker = createDataWorker((await buildWorkers()).data);
});
afterAll(() => worker.close());

const open = (name: string, tokenizer: 'character' | 'byte' = 'character') =>
  worker.run('importText', { source: join(folder, name), name, project: folder, cache, tokenizer });

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe('opening a text', () => {
  const text = 'The quick brown fox.\n'.repeat(200);

  it('copies its bytes into the project, named by their content', async () => {
    const preview = await open(put('fox.md', text));
    expect(preview.data.file).toMatch(/^data\/[0-9a-f]{8}\.md$/);
    expect(readFileSync(join(folder, preview.data.file), 'utf8')).toBe(text);
    expect(preview.n_characters).toBe(text.length);
    expect(preview.n_train_tokens + preview.n_val_tokens).toBe(text.length);
    expect(preview.n_unreadable).toBe(0);
  });

  it('reads it again with another tokenizer and encoding', async () => {
    const { data } = await open(put('zh.txt', '春眠不觉晓。'.repeat(100)));
    const bytes = await worker.run('previewText', {
      project: folder,
      cache,
      data: { ...data, tokenizer: 'byte' },
      encoding: 'utf-8',
    });
    expect(bytes.n_tokens).toBe(1800);
    expect(bytes.encodingFrom).toBe('chosen');
  });

  it.each([
    ['empty.txt', '', 'empty.txt: the file is empty.'],
    ['one.txt', 'x', 'one.txt: the text has one character.'],
    [
      'binary.txt',
      Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 32),
      'binary.txt: this does not look like text',
    ],
  ])('explains %s', async (name, content, start) => {
    expect(await sentenceOf(() => open(put(name, content)))).toContain(start);
    expect(readdirSync(join(folder, 'data')).filter((file) => file.includes('.tmp-'))).toEqual([]);
  });

  it('explains a folder and a file that is gone', async () => {
    mkdirSync(join(folder, 'inner'));
    expect(await sentenceOf(() => open('inner'))).toBe(
      'inner: it is a folder, not a file. Choose a file.',
    );
    expect(await sentenceOf(() => open('gone.txt'))).toBe(
      'gone.txt: it is not there any more. It was moved or deleted: put it back, or choose another.',
    );
  });

  it('takes any file name', async () => {
    const name = `新 "x'\n😀.txt`;
    expect((await open(put(name, text))).data.name).toBe(name);
  });

  it('refuses a file that a project names outside of itself', async () => {
    const { data } = await open(put('fox.md', text));
    symlinkSync('/etc', join(folder, 'etc'));
    const sentence = await sentenceOf(() =>
      worker.run('previewText', {
        project: folder,
        cache,
        data: { ...data, file: 'etc/passwd' },
        encoding: null,
      }),
    );
    expect(sentence).toContain('lies outside of the project');
  });
});

describe('fitting a tokenizer for a run', () => {
  it('needs the very text that was opened', async () => {
    const { data } = await open(put('run.txt', 'abcd efgh\n'.repeat(300)));
    const request = { project: folder, cache, data, specials: [], n_ctx: 8 };
    expect((await worker.run('fit', request)).n_vocab).toBeGreaterThan(8);
    writeFileSync(join(folder, data.file), 'another text\n'.repeat(300));
    expect(await sentenceOf(() => worker.run('fit', request))).toBe(
      `run.txt: ${data.file} has changed since the run began. Put the former file back, or open the text again and start a new run.`,
    );
  });

  it('refuses a text shorter than the context', async () => {
    const { data } = await open(put('short.txt', 'abcd efgh\n'.repeat(4)));
    const sentence = await sentenceOf(() =>
      worker.run('fit', { project: folder, cache, data, specials: [], n_ctx: 64 }),
    );
    expect(sentence).toContain('but n_ctx 64 needs at least 65.');
  });
});

/** A job that takes a while. */
const long = {
  source: join(folder, 'long.txt'),
  name: 'long.txt',
  project: folder,
  cache,
  tokenizer: 'bpe' as const,
};

it('says how far a job is, and ends one that nobody wants', async () => {
  put(long.name, 'The quick brown fox.\n'.repeat(20_000));
  const shares: number[] = [];
  const ending = new AbortController();
  const job = worker.run('importText', long, {
    signal: ending.signal,
    onProgress: (share) => {
      shares.push(share);
      ending.abort();
    },
  });
  await expect(job).rejects.toThrow(Cancelled);
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(shares.length).toBeGreaterThan(0);
});

it('starts again after it was let go', async () => {
  await worker.close();
  expect(await worker.run('metrics', join(folder, 'none.jsonl'))).toEqual([]);
});

it('answers a new thread’s calls though the end of the one before it comes in between', async () => {
  await worker.run('metrics', join(folder, 'none.jsonl'));
  put(long.name, 'The quick brown fox.\n'.repeat(20_000));
  const lost = worker.run('importText', long);
  const closing = worker.close();
  const answer = worker.run('metrics', join(folder, 'none.jsonl'));
  await expect(lost).rejects.toThrow('the data worker ended');
  await closing;
  expect(await answer).toEqual([]);
});
