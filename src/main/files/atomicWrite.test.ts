import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atomicWrite } from './atomicWrite';
import { withFileProblems } from './fileProblem';
import { sentenceOf, temporaryFolder } from './folder.testing';

const folder = temporaryFolder();

it('replaces a file as a whole', async () => {
  const path = join(folder, 'a.txt');
  writeFileSync(path, 'old and longer');
  await atomicWrite(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('shows a reader either content, never a mixture', async () => {
  const path = join(folder, 'b.txt');
  const contents = ['a', 'b', 'c'].map((letter) => letter.repeat(200_000));
  await atomicWrite(path, contents[0] ?? '');
  const seen = new Set<string>();
  const writes = contents.map((content) => atomicWrite(path, content));
  for (let i = 0; i < 50; i++) {
    seen.add(readFileSync(path, 'utf8'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(writes);
  expect(contents).toEqual(expect.arrayContaining([...seen]));
});

it('leaves nothing behind when it fails', async () => {
  const inner = join(folder, 'inner');
  mkdirSync(join(inner, 'taken', 'full'), { recursive: true });
  await expect(atomicWrite(join(inner, 'taken'), 'x')).rejects.toThrow();
  expect(readdirSync(inner)).toEqual(['taken']);
});

it('says in a sentence what the system refused', async () => {
  const gone = join(folder, 'gone', 'x.txt');
  const sentence = await sentenceOf(() => withFileProblems('x.txt', () => atomicWrite(gone, '')));
  expect(sentence).toBe(
    'x.txt: it is not there any more. It was moved or deleted: put it back, or choose another.',
  );
});

it.each([
  ['ENOSPC', 'Run "A": the disk is full. Free some space, then try again.'],
  ['EROFS', 'Run "A": this disk is read-only. Save the project in another folder.'],
  [
    'EPERM',
    'Run "A": you have no permission for it. Change its permissions or choose another place.',
  ],
  ['EXDEV', 'Run "A": the system refused (EXDEV). Try again or choose another place.'],
])('explains %s', async (code, sentence) => {
  const error = Object.assign(new Error(code), { code, syscall: 'write' });
  const where = { en: 'Run "A"', zh: '训练“A”' };
  expect(await sentenceOf(() => withFileProblems(where, () => Promise.reject(error)))).toBe(
    sentence,
  );
});

it('leaves a fault of the program as it is', async () => {
  const bug = new TypeError('x is undefined');
  await expect(withFileProblems('x', () => Promise.reject(bug))).rejects.toBe(bug);
});
