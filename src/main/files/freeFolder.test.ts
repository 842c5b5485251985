import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sameText } from '@shared/contract/problem';
import { expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from './folder.testing';
import { mustBeFree } from './freeFolder';

const root = temporaryFolder();
const folderWith = (name: string, ...files: string[]) => {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file), '');
  return folder;
};
const refusal = (folder: string) => sentenceOf(() => mustBeFree(folder, sameText('Here')));

it('is free where nothing is, or what a killed beginning left', async () => {
  const left = ['project.lock', 'project.json.tmp-3f2a91c0b7d4'];
  for (const folder of [join(root, 'gone'), folderWith('empty'), folderWith('left', ...left)])
    await expect(mustBeFree(folder, sameText('Here'))).resolves.toBeUndefined();
});

it('is not where somebody has files', async () => {
  const fix = 'Choose a new or an empty folder.';
  expect(await refusal(folderWith('notes', 'notes.txt', 'my.tmp-notes'))).toBe(
    `Here: it holds 2 files or folders and no project. ${fix}`,
  );
  expect(await refusal(folderWith('project', 'project.json'))).toBe(
    `Here: it holds another project already. ${fix}`,
  );
});

it('is not where the system does not let one look', async () => {
  writeFileSync(join(root, 'file'), '');
  expect(await refusal(join(root, 'file'))).toBe(
    'Here: it is a file, not a folder. Choose a folder.',
  );
});
