import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from './lib/sources.mjs';

/** Ways by which a text becomes markup or a program. */
const ways =
  /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(|javascript:/;

it('writes no text into the page as markup, and makes no program of any', () => {
  const sources = listFiles(['src']).filter((file) => /\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((file) => ways.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
