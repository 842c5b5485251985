import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from './folder.testing';
import { liesIn, placeInside, refuseLinksOut } from './inside';

const root = temporaryFolder();
const elsewhere = join(root, 'elsewhere');
mkdirSync(elsewhere);
let count = 0;

/** A project's folder with these links, from a name in it to a target. */
function project(links: Readonly<Record<string, string>>): string {
  const folder = join(root, `project-${++count}`);
  mkdirSync(join(folder, 'runs/001-a'), { recursive: true });
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
  return folder;
}

describe('a path', () => {
  it.each([
    ['/a', '/a/b', true],
    ['/a', '/a', true],
    ['/a', '/a/..b', true],
    ['/a', '/ab', false],
    ['/a', '/', false],
    ['/a', '/a/../b', false],
  ])('in %s: %s → %s', (folder, path, inside) => {
    expect(liesIn(folder, path)).toBe(inside);
  });
});

describe('a link in a project', () => {
  it.each(['data', 'trash', 'runs/002-b', 'runs/001-a/checkpoints', 'runs/001-a/metrics.jsonl'])(
    'that leads out is refused: %s',
    async (name) => {
      const folder = project({ [name]: elsewhere });
      expect(await sentenceOf(() => refuseLinksOut(folder))).toBe(
        `project-${count}: "${name}" is a link that leads out of the project. Put what it leads to in its place, or delete the link.`,
      );
    },
  );

  it('that leads nowhere yet is refused: a file would be made there', async () => {
    const folder = project({ 'runs/001-a/metrics.jsonl': join(elsewhere, 'new.jsonl') });
    expect(await sentenceOf(() => refuseLinksOut(folder))).toContain('is a link that leads out');
  });

  it('that leads through another link out is refused', async () => {
    const folder = project({});
    symlinkSync(elsewhere, join(folder, 'inner'));
    symlinkSync(join(folder, 'inner'), join(folder, 'data'));
    expect(await sentenceOf(() => refuseLinksOut(folder))).toContain('"data" is a link');
  });

  it('that stays inside is taken', async () => {
    const folder = project({});
    mkdirSync(join(folder, 'texts'));
    writeFileSync(join(folder, 'texts/a.txt'), 'x');
    symlinkSync('texts', join(folder, 'data'));
    await refuseLinksOut(folder);
    expect(await placeInside(folder, 'data/a.txt')).toBe(join(folder, 'data/a.txt'));
  });

  it('may lead to the project itself', async () => {
    const folder = project({});
    const link = join(root, 'link-to-project');
    symlinkSync(folder, link);
    await refuseLinksOut(link);
  });
});
