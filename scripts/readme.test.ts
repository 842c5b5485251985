import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/process.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Folders that hold files themselves, below a folder of the project. */
function folders(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const inside = entries.filter((entry) => entry.isDirectory());
  const own = entries.some((entry) => entry.isFile() && entry.name !== 'tsconfig.json');
  return [...(own ? [path] : []), ...inside.flatMap((entry) => folders(`${path}/${entry.name}`))];
}

it('has a map that is the tree', () => {
  const map = /### Map\n[^`]*```\n([^`]*)```/.exec(readme)?.[1] ?? '';
  const mapped = map.split('\n').flatMap((line) => line.split(/\s/, 1).filter(Boolean));
  const tree = ['src', 'e2e', 'bench', 'scripts', 'resources', 'docs'].flatMap(folders);
  expect([...mapped].sort()).toEqual(tree.sort());
});

it('names only commands that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = [...readme.matchAll(/npm run ([a-z0-9-]+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
});

it('shows a block that keeps the block contract, word for word', () => {
  const [, recipe = ''] = readme.split('## Add a block');
  const [, shown = ''] = recipe.split('```ts\n');
  const tested = readFileSync(join(root, 'src/shared/blocks/gate.testing.ts'), 'utf8');
  expect(shown.split('```')[0]).toBe(tested);
});
