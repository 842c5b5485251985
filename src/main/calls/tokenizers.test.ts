import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import type { Data } from '@shared/contract/project';
import { bpeStateSchema } from '@shared/tokenizers/bpeState';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { type TestHost, testHost } from '../host.testing';
import { buildWorkers } from '../workers.testing';

const root = temporaryFolder();
let host: TestHost;
let opened: OpenedProject;
let text: Data;
beforeAll(async () => {
  host = testHost(root, await buildWorkers());
  opened = await host.handlers['project:start'](null);
  const preview = await host.handlers['data:sample']('chinese');
  if (preview === null) throw new Error('a sample is never cancelled');
  text = { ...preview.data, tokenizer: 'bpe', tokenizerParams: { vocab_size: 300, split: 'han' } };
});
afterAll(() => host.close());

const preview = (data: Data) =>
  host.handlers['data:preview']({ data, encoding: null, tokenizer: data.tokenizer });

describe('a tokenizer learnt from the text', () => {
  it('has the params that were set', async () => {
    const shown = await preview(text);
    expect(shown?.n_vocab).toBe(300);
    expect(shown?.data.tokenizerParams).toEqual({ vocab_size: 300, split: 'han' });
    expect(shown?.tokens.join('')).not.toContain('\ufffd');
    const state = bpeStateSchema.parse(await host.handlers['tokenizer:saved'](text));
    expect(state).toMatchObject({ split: 'han', merges: { length: 88 } });
    expect(state.counts[0]).toBeGreaterThan(state.counts[43] ?? 0);
  });

  it('of words keeps the most frequent, and the version of their rules', async () => {
    const words: Data = { ...text, tokenizer: 'word', tokenizerParams: { vocab_size: 50 } };
    const shown = await preview(words);
    expect(shown?.n_vocab).toBe(50);
    expect(shown?.n_unknown).toBeGreaterThan(0);
    expect(await host.handlers['tokenizer:saved'](words)).toMatchObject({
      icu: process.versions.icu,
    });
  });

  it('is refused with params out of range', async () => {
    const wrong = { ...text, tokenizerParams: { vocab_size: 3 } };
    expect(await sentenceOf(() => preview(wrong))).toContain('Byte-pair encoding: vocab_size: ');
  });
});

describe('a tokenizer.json', () => {
  const place = join(root, 'tokenizer.json');

  it('is not written, nor read, when the person cancels', async () => {
    expect(await host.handlers['tokenizer:export'](text)).toBe(false);
    host.answers.text = null;
    expect(await host.handlers['tokenizer:import'](null)).toBeNull();
  });

  it('that was written is taken back with the same tokens', async () => {
    host.answers.place = place;
    expect(await host.handlers['tokenizer:export'](text)).toBe(true);
    host.answers.text = place;
    const tokenizerFile = await host.handlers['tokenizer:import'](null);
    if (tokenizerFile === null) throw new Error('a file was chosen');
    expect(tokenizerFile.file).toMatch(/^data\/tokenizer-[0-9a-f]{8}\.json$/);
    expect(readFileSync(join(opened.folder, tokenizerFile.file), 'utf8')).toBe(
      readFileSync(place, 'utf8'),
    );
    const { tokenizerParams: _, ...plain } = text;
    const [brought, learnt] = [await preview({ ...plain, tokenizerFile }), await preview(text)];
    expect(brought?.tokens).toEqual(learnt?.tokens);
    expect(brought?.n_vocab).toBe(300);
  });

  it('is not made of other tokenizers', async () => {
    const bytes: Data = { ...text, tokenizer: 'byte', tokenizerParams: {} };
    expect(await sentenceOf(() => host.handlers['tokenizer:export'](bytes))).toBe(
      'Tokenizer: only byte-pair encoding has the form of a tokenizer.json. Choose it first.',
    );
  });

  it('that is none is refused, and nothing is kept of it', async () => {
    host.answers.text = join(root, 'none.json');
    writeFileSync(host.answers.text, '{"model": {"type": "Unigram"}}');
    expect(await sentenceOf(() => host.handlers['tokenizer:import'](null))).toBe(
      'none.json at pre_tokenizer: a text that is not cut into bytes is not supported. Choose the tokenizer.json of a byte-level BPE, such as that of GPT-2.',
    );
  });

  it('is never read from outside of the project', async () => {
    mkdirSync(join(root, 'outside'), { recursive: true });
    writeFileSync(join(root, 'outside', 'tokenizer.json'), readFileSync(place));
    const tokenizerFile = { name: 'x.json', file: '../../outside/tokenizer.json' };
    expect(await sentenceOf(() => preview({ ...text, tokenizerFile }))).toContain('not there');
  });
});
