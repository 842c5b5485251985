import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './process.mjs';
import { hashSources, whenStale } from './sources.mjs';

let folder = '';
beforeEach(() => {
  mkdirSync(join(root, 'out'), { recursive: true });
  folder = relative(root, mkdtempSync(join(root, 'out/sources-')));
  write('src/a.ts', 'a');
});
afterEach(() => rmSync(join(root, folder), { recursive: true, force: true }));

function write(name: string, content: string): void {
  const file = join(root, folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
}

/** Asks for a build that ends with `code`; answers how many builds ran. */
function builds(code = 0): number {
  let count = 0;
  const build = () => {
    count++;
    return code;
  };
  whenStale({ stamp: `${folder}/stamp`, sources: [`${folder}/src`], build });
  return count;
}

it('builds the first time, and not again', () => {
  expect([builds(), builds()]).toEqual([1, 0]);
});

it('builds again after a change, a new file, a lost file', () => {
  builds();
  write('src/a.ts', 'b');
  expect(builds()).toBe(1);
  write('src/deep/c.ts', 'c');
  expect(builds()).toBe(1);
  rmSync(join(root, folder, 'src/deep'), { recursive: true });
  expect(builds()).toBe(1);
});

it('builds again after a build that failed', () => {
  expect([builds(1), builds(0), builds(0)]).toEqual([1, 1, 0]);
});

it('leaves tests out of what is built', () => {
  const before = hashSources([`${folder}/src`]);
  write('src/a.test.ts', 'a test');
  expect(hashSources([`${folder}/src`])).toBe(before);
});
