import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHeldOut } from './lot';
import { recordSplitter, type TextSplit, textSplitter } from './split';
import { splitText } from './textFile';

function neverTooLong(): never {
  throw new Error('no record here is too long');
}

function partsOf(text: string, how: Omit<TextSplit, 'n_units'>, bit = 7) {
  const parts = { train: '', val: '' };
  const splitter = textSplitter(
    { ...how, n_units: text.length },
    (part, some) => {
      parts[part] += some;
    },
    neverTooLong,
  );
  const characters = [...text];
  for (let i = 0; i < characters.length; i += bit) {
    splitter.push(characters.slice(i, i + bit).join(''));
  }
  splitter.end();
  return parts;
}

function recordsOf(text: string, byParagraph: boolean, bit: number): string[] {
  const found: string[] = [];
  const splitter = recordSplitter(byParagraph, (record) => void found.push(record), neverTooLong);
  for (let i = 0; i < text.length; i += bit) splitter.push(text.slice(i, i + bit));
  splitter.end();
  return found;
}

describe('a text split by position', () => {
  it('is cut where the whole text would be, however it arrives', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '🐼', '\n'), maxLength: 80 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, bit) => {
        const how = { split: 'position', byParagraph: false } as const;
        expect(partsOf(whole, how, bit)).toEqual(splitText(whole));
      }),
    );
  });
});

describe('a text split by record', () => {
  it('has one line of every ten in its validation part', () => {
    const text = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join('');
    const { train, val } = partsOf(text, { split: 'record', byParagraph: false });
    const lines = val.trim().split('\n');
    expect(lines).toHaveLength(10);
    expect(new Set(lines.map((line) => Math.floor(Number(line.slice(5)) / 10))).size).toBe(10);
    expect(lines.some((line) => train.includes(`${line}\n`))).toBe(false);
    expect(train.length + val.length).toBe(text.length);
  });
});

describe('records of a text', () => {
  it('are its lines, or its paragraphs with the empty lines after them', () => {
    const text = 'a\nb\n\n\nc\n\nd';
    for (const bit of [1, 2, 100]) {
      expect(recordsOf(text, false, bit)).toEqual(['a\n', 'b\n', '\n', '\n', 'c\n', '\n', 'd']);
      expect(recordsOf(text, true, bit)).toEqual(['a\nb\n\n\n', 'c\n\n', 'd']);
    }
  });
});

describe('a record that is too long for memory', () => {
  const million = 'x'.repeat(1e6);

  it('ends a reading that splits by records as soon as it is', () => {
    let pushed = 0;
    const splitter = textSplitter(
      { split: 'record', byParagraph: false, n_units: 1e9 },
      () => undefined,
      () => {
        throw new Error('too long');
      },
    );
    const push = () => {
      for (; pushed < 1000; pushed++) splitter.push(million);
    };
    expect(push).toThrow('too long');
    expect(pushed).toBe(8);
  });

  it.each([
    [false, '\n'],
    [true, '\n\n'],
  ])('is left out, and the others are told (paragraphs: %s)', (byParagraph, end) => {
    const found: string[] = [];
    let tooLong = 0;
    const splitter = recordSplitter(
      byParagraph,
      (record) => void found.push(record),
      () => void tooLong++,
    );
    splitter.push(`a${end}`);
    for (let i = 0; i < 20; i++) splitter.push(million);
    expect(tooLong).toBeGreaterThan(0);
    splitter.push(end);
    splitter.push(`b${end}c`);
    splitter.end();
    expect(found).toEqual([`a${end}`, `b${end}`, 'c']);
  });
});

it('holds one of every ten records out, not always the same of them', () => {
  const held = Array.from({ length: 1000 }, (_, i) => i).filter(isHeldOut);
  expect(held).toHaveLength(100);
  expect(new Set(held.map((i) => i % 10)).size).toBe(10);
});
