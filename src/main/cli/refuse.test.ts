import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { commandLine, small } from '../cli.testing';
import { temporaryFolder } from '../files/folder.testing';
import { treeHash } from '../files/treeHash.testing';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const folder = temporaryFolder();
const mine = join(folder, 'mine');
const run = commandLine(folder);
beforeAll(async () => {
  const line = 'The cat sat on the mat. The dog sat on the log.\n';
  writeFileSync(join(folder, 'text.txt'), line.repeat(100));
  writeFileSync(join(folder, 'other.txt'), 'A text of its own.\n'.repeat(100));
  writeFileSync(join(folder, 'victim.txt'), line.repeat(100));
  const args = ['--data', 'text.txt', '--out', 'mine', '--max_steps', '2', ...small];
  expect(await run('train', ...args)).toMatchObject({ code: 0, stderr: '' });
});

describe('a train that is refused', () => {
  it.each([
    ['--n_heads', '7'],
    ['--template', 'bert', '--n_heads', '7'],
    ['--n_ctx', '4000'],
    ['--data', 'other.txt', '--n_heads', '7'],
    ['--data', 'other.txt', '--n_ctx', '4000'],
    ['--data', 'text.txt', '--n_ctx', '4000'],
  ])('leaves a project as it was, to the byte: %j', async (...args) => {
    const before = treeHash(mine);
    expect(await run('train', '--out', 'mine', ...args)).toMatchObject({ code: 1 });
    expect(treeHash(mine)).toEqual(before);
  });

  it.each([
    ['outside', '../victim.txt'],
    ['spelled', (file: string) => `./${file}`],
  ])('deletes no text that the project names: %s', async (name, change) => {
    const place = join(folder, name);
    cpSync(mine, place, { recursive: true });
    const path = join(place, 'project.json');
    const project = JSON.parse(readFileSync(path, 'utf8'));
    const file = typeof change === 'string' ? change : change(project.data.file);
    writeFileSync(path, JSON.stringify({ ...project, data: { ...project.data, file } }));
    const before = treeHash(folder);
    const outcome = await run('train', '--out', name, '--n_ctx', '4000');
    expect(outcome).toMatchObject({ code: 1 });
    expect(treeHash(folder)).toEqual(before);
  });

  it('leaves a folder alone in which another one is beginning', async () => {
    const place = join(folder, 'held');
    mkdirSync(place);
    writeFileSync(join(place, 'project.lock'), `${hostname()} ${process.pid} 0123456789ab\n`);
    const before = treeHash(place);
    const args = ['--out', 'held', '--data', 'text.txt', '--max_steps', '1', ...small];
    expect(await run('train', ...args)).toMatchObject({
      code: 1,
      stderr:
        '--out held: another project is being made in it right now. Wait until that is done, or choose another folder.\n',
    });
    expect(treeHash(place)).toEqual(before);
  });
});
