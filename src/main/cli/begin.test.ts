import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { newProject } from '../calls/newProject';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { treeHash } from '../files/treeHash.testing';
import { begun, takeBackText } from './begin';

const root = temporaryFolder();
/** The parent of the test's process is alive and not this process. */
const other = `${hostname()} ${process.ppid} 0123456789ab\n`;
const write = (path: string, content: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
/** What another program, which trains in the folder, has written. */
function otherTrains(folder: string): void {
  write(join(folder, 'project.lock'), other);
  write(join(folder, 'project.json'), '{"its": "own"}');
  write(join(folder, 'data/3f2a91c0.txt'), 'Its text.');
  write(join(folder, 'runs/001-a/run.json'), '{}');
}
const begin = (folder: string, work: () => Promise<unknown>) =>
  begun(folder, newProject('en'), work);

it('leaves nothing of a project whose first work fails', async () => {
  const folder = join(root, 'failed/inner');
  const work = async () => {
    expect(Object.keys(treeHash(folder))).toEqual(['project.json', 'project.lock']);
    write(join(folder, 'runs/001-a/run.json'), '{}');
    throw new Error('no');
  };
  await expect(begin(folder, work)).rejects.toThrow('no');
  expect(existsSync(join(root, 'failed'))).toBe(false);
});

it('touches nothing where another program was faster, and does no work there', async () => {
  const folder = join(root, 'faster');
  otherTrains(folder);
  const before = treeHash(folder);
  let n_works = 0;
  expect(await sentenceOf(() => begin(folder, async () => n_works++))).toBe(
    `--out ${folder}: another project is being made in it right now. Wait until that is done, or choose another folder.`,
  );
  expect([n_works, treeHash(folder)]).toEqual([0, before]);
});

it('touches nothing where another program has just ended', async () => {
  const folder = join(root, 'ended');
  write(join(folder, 'project.json'), '{"its": "own"}');
  const before = treeHash(folder);
  expect(await sentenceOf(() => begin(folder, async () => undefined))).toBe(
    `--out ${folder}: it holds another project already. Choose a new or an empty folder.`,
  );
  expect(treeHash(folder)).toEqual(before);
});

it('takes nothing back once another program has the project', async () => {
  const folder = join(root, 'lost');
  const work = async () => {
    otherTrains(folder);
    throw new Error('no');
  };
  await expect(begin(folder, work)).rejects.toThrow('no');
  const want = join(root, 'want');
  otherTrains(want);
  expect(treeHash(folder)).toEqual(treeHash(want));
});

it('takes back a text only from a project that it holds, and none outside of it', async () => {
  const folder = join(root, 'texts');
  write(join(root, 'victim.txt'), 'Mine.');
  write(join(folder, 'data/new.txt'), 'New.');
  write(join(folder, 'project.lock'), other);
  await takeBackText(folder, 'data/new.txt', []);
  expect(existsSync(join(folder, 'data/new.txt'))).toBe(true);
  write(join(folder, 'project.lock'), other.replace(String(process.ppid), String(process.pid)));
  expect(await sentenceOf(() => takeBackText(folder, '../victim.txt', []))).toBe(
    'project.json: the file "../victim.txt" lies outside of the project. Open the text again.',
  );
  expect(existsSync(join(root, 'victim.txt'))).toBe(true);
  await takeBackText(folder, 'data/new.txt', ['data/new.txt']);
  expect(existsSync(join(folder, 'data/new.txt'))).toBe(true);
  await takeBackText(folder, 'data/new.txt', []);
  expect(Object.keys(treeHash(folder))).toEqual(['data', 'project.lock']);
});
