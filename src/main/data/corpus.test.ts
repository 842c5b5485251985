import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sentenceOf, temporaryFolder } from '../files/folder.testing';
import { readParts } from './corpus';

const folder = temporaryFolder();

it.each([
  [
    false,
    'one-line.txt: a line has more than 8 million characters, too many for validation to be drawn by lot. Let validation be the end of the text.',
  ],
  [
    true,
    'one-line.txt: a paragraph has more than 8 million characters, too many for validation to be drawn by lot. Let validation be the end of the text.',
  ],
])('says that a record is too long to be drawn (paragraphs: %s)', async (byParagraph, sentence) => {
  const path = join(folder, 'one-line.txt');
  writeFileSync(path, 'word '.repeat(2e6));
  const data = {
    name: 'one-line.txt',
    file: 'data/0.txt',
    sha256: '0',
    sizeBytes: 1e7,
    encoding: 'utf-8',
    tokenizer: 'byte' as const,
  };
  const how = { n_units: 1e7, byParagraph };
  const counts = { train: 0, val: 0 };
  const hear = {
    text: (part: 'train' | 'val', piece: string) => {
      counts[part] += piece.length;
    },
    record: () => undefined,
  };
  const read = (split: 'record' | 'position') => readParts({ path, data }, { ...how, split }, hear);
  expect(await sentenceOf(() => read('record'))).toBe(sentence);
  await read('position');
  expect(counts).toEqual({ train: 9e6, val: 1e6 });
});
