import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPlace, writePlace } from './windowPlace';

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'place-'));
  file = join(folder, 'deeper', 'window.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('opens at 1400 × 900 the first time', () => {
  expect(readPlace(file, screens)).toEqual({
    position: null,
    width: 1400,
    height: 900,
    maximized: false,
  });
});

it('remembers place, size and being maximized', () => {
  const place = { position: { x: 40, y: 60 }, width: 1000, height: 700, maximized: true };
  writePlace(file, place);
  expect(readPlace(file, screens)).toEqual(place);
});

it('keeps only the size when the screen it stood on is gone', () => {
  writePlace(file, { position: { x: 2500, y: 60 }, width: 1000, height: 700, maximized: false });
  expect(readPlace(file, screens)).toMatchObject({ position: null, width: 1000 });
});

it.each(['', '{', '{"width":1}', '{"position":null,"width":1e9,"height":700,"maximized":false}'])(
  'forgets a file that holds %j',
  (content) => {
    const broken = join(folder, 'window.json');
    writeFileSync(broken, content);
    expect(readPlace(broken, screens)).toMatchObject({ width: 1400, height: 900 });
  },
);

it('does not mind a place that cannot be written', () => {
  expect(() => writePlace('/dev/null/window.json', readPlace(file, screens))).not.toThrow();
});
