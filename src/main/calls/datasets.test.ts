import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedProject } from '@shared/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { type TestHost, testHost } from '../host.testing';
import { buildWorkers } from '../workers.testing';

const root = temporaryFolder();
let host: TestHost;
let opened: OpenedProject;
beforeAll(async () => {
  host = testHost(root, await buildWorkers());
  opened = await host.handlers['project:start'](null);
});
afterAll(() => host.close());

const text = new TextEncoder().encode('Dropped on the window.\n'.repeat(500));
const begin = (sizeBytes: number) => host.handlers['data:begin']({ name: 'a.txt', sizeBytes });

describe('a text of the project', () => {
  it('is chosen with a dialog', async () => {
    expect(await host.handlers['data:open'](null)).toBeNull();
    host.answers.text = join(root, 'own.txt');
    writeFileSync(host.answers.text, text);
    const preview = await host.handlers['data:open'](null);
    expect(preview?.data).toMatchObject({ name: 'own.txt', sizeBytes: text.length });
    expect(readFileSync(join(opened.folder, preview?.data.file ?? ''))).toEqual(Buffer.from(text));
  });

  it.each(['english', 'chinese'] as const)('is a sample: %s', async (sample) => {
    const preview = await host.handlers['data:sample'](sample);
    expect(preview?.n_train_tokens).toBeGreaterThan(30_000);
    expect(preview?.n_unknown).toBe(0);
    expect(preview?.text).not.toContain('\ufffd');
    expect(preview?.n_unreadable).toBe(0);
  });

  it('is read again with another tokenizer', async () => {
    const sample = await host.handlers['data:sample']('chinese');
    if (sample === null) throw new Error('nobody ended it');
    const { data } = sample;
    const preview = await host.handlers['data:preview']({
      data,
      encoding: null,
      tokenizer: 'byte',
    });
    expect(preview?.data.tokenizer).toBe('byte');
    expect(preview?.n_tokens).toBe(data.sizeBytes);
  });
});

describe('a text that comes in pieces', () => {
  it('is put together', async () => {
    const upload = await begin(text.length);
    for (let at = 0; at < text.length; at += 5000)
      await host.handlers['data:append']({ upload, bytes: text.slice(at, at + 5000) });
    const preview = await host.handlers['data:finish']({ upload });
    expect(preview?.n_characters).toBe(text.length);
    expect(readdirSync(join(host.userData, 'uploads'))).toEqual([]);
  });

  it('is refused when less or more of it arrives', async () => {
    const less = await begin(text.length);
    await host.handlers['data:append']({ upload: less, bytes: text.slice(0, 100) });
    expect(await sentenceOf(() => host.handlers['data:finish']({ upload: less }))).toBe(
      'a.txt: 100 of 11,500 bytes arrived: it changed while it was read. Open the file again.',
    );
    const more = await begin(10);
    const bytes = text.slice(0, 11);
    expect(await sentenceOf(() => host.handlers['data:append']({ upload: more, bytes }))).toBe(
      'a.txt: 11 of 10 bytes arrived: it changed while it was read. Open the file again.',
    );
  });

  it('leaves nothing when it is cancelled', async () => {
    const upload = await begin(text.length);
    await host.handlers['data:cancel']({ upload });
    expect(readdirSync(join(host.userData, 'uploads'))).toEqual([]);
    expect(await sentenceOf(() => host.handlers['data:finish']({ upload }))).toBe(
      'Opening a file: it was cancelled. Open the file again.',
    );
  });

  it('of more than 4 GB is refused at once', async () => {
    expect(await sentenceOf(() => begin(5e9))).toBe(
      'a.txt: the file has 5.0 GB; at most 4 GB can be read. Cut it into smaller files and open one of them.',
    );
  });

  it('takes its name, not a path', async () => {
    const upload = await host.handlers['data:begin']({
      name: '../../x.txt',
      sizeBytes: text.length,
    });
    await host.handlers['data:append']({ upload, bytes: text.slice() });
    expect((await host.handlers['data:finish']({ upload }))?.data.name).toBe('x.txt');
  });
});
