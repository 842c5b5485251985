import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { showProblem } from '@shared/contract/problem';
import { describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { importFolder, joinFiles } from './importFolder';
import { Cancelled, createJob, plainJob } from './job';
import { TextWriter } from './textWriter';

const root = temporaryFolder();
const cache = { folder: join(root, 'cache') };
const project = join(root, 'project');

const take = (name: string) =>
  importFolder({ source: join(root, name), project, cache, tokenizer: 'character' }, plainJob);

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe('a folder of texts', () => {
  it('becomes one text, file after file in the order of their names, in UTF-8', async () => {
    put('poems/b.txt', 'second\r\nfile');
    put(
      'poems/a/x.txt',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('第一', 'utf16le')]),
    );
    put('poems/c.md', 'third\n');
    const preview = await take('poems');
    expect(preview.data).toMatchObject({ name: 'poems', encoding: 'utf-8', n_files: 3 });
    expect(readFileSync(join(project, preview.data.file), 'utf8')).toBe(
      '第一\nsecond\nfile\nthird\n',
    );
    expect(preview.skipped).toEqual([]);
  });

  it('leaves out what is no text, hidden or a link, and says why', async () => {
    put('mixed/a.txt', 'a text of the folder');
    put('mixed/empty.txt', '');
    put('mixed/.hidden', 'not read');
    put(
      'mixed/photo.jpg',
      Uint8Array.from({ length: 2000 }, (_, i) => (i * 31) % 256),
    );
    symlinkSync('/etc/passwd', join(root, 'mixed/link.txt'));
    const preview = await take('mixed');
    expect(preview.n_characters).toBe(21);
    const sentences = preview.skipped.map((problem) => showProblem(problem));
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toContain('empty.txt: the file is empty.');
    expect(sentences[1]).toContain('photo.jpg: this does not look like text');
  });

  it('is refused when there is no text in it, and leaves nothing behind', async () => {
    mkdirSync(join(root, 'nothing'));
    expect(await sentenceOf(() => take('nothing'))).toBe(
      'nothing: there is no file in this folder. Choose a folder of text files.',
    );
    put('photos/1.jpg', new Uint8Array(3000));
    put('photos/2.jpg', new Uint8Array(3000));
    expect(await sentenceOf(() => take('photos'))).toBe(
      'photos: none of its 2 files is a text. Choose a folder of text files.',
    );
    expect(readdirSync(join(project, 'data')).filter((name) => name.includes('.tmp-'))).toEqual([]);
  });
});

describe('joining the texts of a folder', () => {
  const joinTwo = async (target: string, flags: string, maxBytes?: number) => {
    put('two/a.txt', 'the first text');
    put('two/b.txt', 'the second text');
    const writer = new TextWriter(await open(target, flags), 'two', maxBytes);
    return joinFiles(join(root, 'two'), ['a.txt', 'b.txt'], writer, () => undefined);
  };

  it.runIf(existsSync('/dev/full'))(
    'ends when the disk is full, and calls no file left out (needs /dev/full)',
    async () => {
      expect(await sentenceOf(() => joinTwo('/dev/full', 'w'))).toBe(
        'two: the disk is full. Free some space, then try again.',
      );
    },
  );

  it('ends as soon as the text is too large to be read', async () => {
    const target = join(root, 'large');
    expect(await sentenceOf(() => joinTwo(target, 'wx', 20))).toBe(
      'two: its texts have more than 4 GB together; at most 4 GB can be read. Choose a smaller folder.',
    );
    expect(readFileSync(target, 'utf8')).toBe('the first text\n');
  });

  it('can be cancelled in the middle of a large file', async () => {
    put('long/a.txt', 'one line of many\n'.repeat(300_000));
    const cancelled = new Int32Array(1);
    const watched = createJob(cancelled, () => undefined);
    let asked = 0;
    const progress = (share: number) => {
      if (asked++ === 2) Atomics.store(cancelled, 0, 1);
      watched.progress(share);
    };
    const source = join(root, 'long');
    const request = { source, project, cache, tokenizer: 'character' } as const;
    await expect(importFolder(request, { progress })).rejects.toThrow(Cancelled);
    expect(asked).toBe(3);
    expect(readdirSync(join(project, 'data')).filter((name) => name.includes('.tmp-'))).toEqual([]);
  });
});
