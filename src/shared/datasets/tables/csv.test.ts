import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showProblem } from '../../contract/problem';
import { CsvReader } from './csv';
import { faultProblem } from './row';

/** The rows and faults of a text that arrives in pieces of that size. */
function readCsv(text: string, delimiter = ',', size = 7) {
  const rows: (readonly string[])[] = [];
  const faults: string[] = [];
  const reader = new CsvReader(delimiter, {
    row: ({ fields }) => void rows.push(fields),
    fault: (fault) => void faults.push(showProblem(faultProblem('a.csv', fault))),
  });
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return { rows, faults };
}

describe('comma-separated values', () => {
  it('keep quotes, separators and line ends in quotes', () => {
    expect(readCsv('a,"b, ""c""\nd",e\n"",x\n').rows).toEqual([
      ['a', 'b, "c"\nd', 'e'],
      ['', 'x'],
    ]);
  });

  it('read back what was written, however the pieces are cut', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '词', ' ') });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 3 }), { maxLength: 6 });
    const write = (value: string) => `"${value.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const text = rows.map((row) => row.map(write).join(',')).join('\n');
        expect(readCsv(text, ',', size)).toEqual({ rows, faults: [] });
      }),
    );
  });

  it('name the place of a quote that is never closed, and go on with the next line', () => {
    const { rows, faults } = readCsv('a,b\nc,"d\ne,f\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['e', 'f'],
    ]);
    expect(faults).toEqual([
      'a.csv, line 2, column 3: a quote opens here and is never closed. Close it, or double it: "".',
    ]);
  });

  it('keep the lines that an unclosed quote seems to swallow up to the next one', () => {
    const text = 'a,b\nc,"d\ne,f\n"g",h\ni,"j\nk,"l"\n"m\nn",o\n';
    for (const size of [1, 7, 1000]) {
      const { rows, faults } = readCsv(text, ',', size);
      expect(rows).toEqual([
        ['a', 'b'],
        ['e', 'f'],
        ['g', 'h'],
        ['k', 'l'],
        ['m\nn', 'o'],
      ]);
      const places = faults.map((fault) => fault.replace(/ is never closed.*/, ''));
      expect(places).toEqual([
        'a.csv, line 2, column 3: a quote opens here and',
        'a.csv, line 5, column 3: a quote opens here and',
      ]);
    }
  });

  it('give up a row that is too long for memory at once, and go on with the next line', () => {
    const rows: (readonly string[])[] = [];
    const faults: string[] = [];
    const reader = new CsvReader(',', {
      row: ({ fields }) => void rows.push(fields),
      fault: (fault) => void faults.push(showProblem(faultProblem('a.csv', fault))),
    });
    const million = 'x'.repeat(1e6);
    reader.push('a,b\n');
    for (let i = 0; i < 9; i++) reader.push(million);
    const told = [
      'a.csv, line 2, column 1: the row has more than 8 million characters. Split it into several rows.',
    ];
    expect(faults).toEqual(told);
    for (let i = 0; i < 9; i++) reader.push(million);
    reader.push('"\nc,d\n');
    reader.end();
    expect(faults).toEqual(told);
    expect(rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('take no row out of the middle of a field whose quotes are not doubled', () => {
    const text = 'a,b\nx,"y\nsaid "hi" there",z\nand "so" on",w\np,q\nr,5" pipe\n';
    const { rows, faults } = readCsv(text);
    expect(rows.slice(1)).toEqual([
      ['p', 'q'],
      ['r', '5" pipe'],
    ]);
    expect(faults).toEqual([
      'a.csv, line 2, column 3: a quote opens here and is never closed. Close it, or double it: "".',
      'a.csv, line 3, column 1: a quote stands inside of an unquoted field. Put the field in quotes and double those inside: "".',
      'a.csv, line 4, column 1: a quote stands inside of an unquoted field. Put the field in quotes and double those inside: "".',
    ]);
  });

  it('look for the end of a quote only so far', () => {
    const rows: number[] = [];
    const faults: number[] = [];
    const reader = new CsvReader(',', {
      row: ({ line }) => void rows.push(line),
      fault: ({ line }) => void faults.push(line),
    });
    reader.push('a,"b\n');
    const lines = 'c,d\n'.repeat(1e5);
    for (let i = 0; i < 3; i++) reader.push(lines);
    expect([faults, rows.length]).toEqual([[1], 3e5]);
  });

  it('name the place of text after a closing quote, also after a field of several lines', () => {
    const { rows, faults } = readCsv('"a\nb","c" d\ne,f');
    expect(rows).toEqual([['e', 'f']]);
    expect(faults).toEqual([
      'a.csv, line 2, column 7: text follows a closing quote. Double the quotes inside of a quoted field: "".',
    ]);
  });

  it('take a quote as it is where tabs separate', () => {
    expect(readCsv('"Hi" he said\t嗨\n"a\tb"\t"c\n', '\t')).toEqual({
      rows: [
        ['"Hi" he said', '嗨'],
        ['a\tb', '"c'],
      ],
      faults: [],
    });
  });

  it('of any text never throw, and lose no plain line', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (start, size) => {
        expect(readCsv(start, ',', size)).toEqual(readCsv(start, ',', 1000));
      }),
    );
  });
});
