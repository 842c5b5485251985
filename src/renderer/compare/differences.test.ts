import { settingsSchema } from '@shared/contract/project';
import { setParam } from '@shared/graph/document';
import { tinyGpt } from '@shared/graph/templates';
import { expect, it } from 'vitest';
import { drawingDifferences, runDifferences } from './differences';

const one = tinyGpt({ n_heads: 1 });
const eight = setParam(one, 'attention', 'n_heads', 8);
const settings = settingsSchema.parse({});
const data = {
  name: 'a.txt',
  file: 'data/1.txt',
  sha256: '',
  sizeBytes: 1,
  encoding: 'utf-8',
  tokenizer: 'character' as const,
};

it('names what a variant changed, and nothing for the first', () => {
  const found = drawingDifferences(
    [
      { id: 'a', drawing: one },
      { id: 'b', drawing: eight },
    ],
    'en',
  );
  expect([...found]).toEqual([
    ['a', ''],
    ['b', 'n_heads 1 → 8'],
  ]);
});

it('names changed settings and text of a run as well', () => {
  const found = runDifferences(
    [
      { id: 'a', drawing: one, settings, data },
      {
        id: 'b',
        drawing: eight,
        settings: { ...settings, seed: 2 },
        data: { ...data, name: 'b.txt' },
      },
    ],
    'en',
  );
  expect(found.get('b')).toBe('n_heads 1 → 8, seed 1 → 2, b.txt');
});
