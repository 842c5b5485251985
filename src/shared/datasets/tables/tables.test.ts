import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showProblem } from '../../contract/problem';
import type { Table } from '../../contract/project';
import { columnsOf, guessTable } from './guess';
import { jsonFault } from './json';
import { faultProblem } from './row';
import { columnNames, openTable } from './tableReader';

function readTable(table: Table, text: string, size = 11) {
  const records: [number, string, string][] = [];
  const faults: string[] = [];
  const reader = openTable('a.csv', table, {
    record: ({ line, input, output }) => void records.push([line, input, output]),
    fault: (fault) => void faults.push(showProblem(faultProblem('a.csv', fault))),
  });
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return { records, faults };
}

const pairs: Table = {
  format: 'csv',
  delimiter: ',',
  header: true,
  use: 'pair',
  input: 'source',
  output: 'target',
};

describe('records of a table', () => {
  it('are its two columns; rows that do not fit are told, the others kept', () => {
    const text = 'id,target,source\n1,x,a\n2,y\n3,"z",c,d\n4,,e\n\n5,"v\nw",f\n';
    const { records, faults } = readTable(pairs, text);
    expect(records).toEqual([
      [2, 'a', 'x'],
      [7, 'f', 'v\nw'],
    ]);
    expect(faults).toEqual([
      'a.csv, line 3, column 4: the row has 2 fields, but the header has 3. Add what is missing.',
      'a.csv, line 4, column 9: the row has 4 fields, but the header has 3. Put a text that holds the separator in quotes.',
      'a.csv, line 5, column 3: "target" is empty. Fill it in, or delete the row.',
    ]);
  });

  it('need the columns that were chosen', () => {
    expect(() => readTable({ ...pairs, output: 'zh' }, 'source,target\na,b\n')).toThrow(
      'a.csv: there is no column "zh". Choose one of source, target.',
    );
  });

  it('of JSON lines are the values of two keys', () => {
    const table: Table = {
      ...pairs,
      format: 'jsonl',
      input: 'text',
      output: 'label',
      use: 'label',
    };
    const text = [
      '{"text": "good", "label": 1}',
      '{"text": "bad", "label": 0,}',
      '{"text": "so"}',
      '',
      '{"text": ["x"], "label": "0"}',
      '[1]',
      '{"text": "fine", "label": " 1 "}',
      '{"text": "cut',
    ].join('\n');
    const { records, faults } = readTable(table, text);
    expect(records).toEqual([
      [1, 'good', '1'],
      [7, 'fine', '1'],
    ]);
    expect(faults).toEqual([
      'a.csv, line 2, column 28: this is not JSON: "}" stands here. Write one whole object per line.',
      'a.csv, line 3, column 1: "label" is missing. Add it, or delete the line.',
      'a.csv, line 5, column 2: "text" is a list or an object, not a text. Write a text in quotes.',
      'a.csv, line 6, column 1: this is no object. Write an object such as {"text": "…"} on every line.',
      'a.csv, line 8, column 14: this is not JSON: the line ends here. Write one whole object per line.',
    ]);
  });

  it('of JSON lines hold no half of a character', () => {
    const table: Table = { ...pairs, format: 'jsonl', input: 'text', output: '', use: 'text' };
    const text = [
      String.raw`{"text": "\ud83d\ude00 \\ud800 fine"}`,
      String.raw`{"id": "\ud800", "text": "unused"}`,
      String.raw`{"text": "\ud83d\ude00\\ \ud800"}`,
      String.raw`{"text": "\uDE00"}`,
      '{"text": "last"}',
    ].join('\n');
    const { records, faults } = readTable(table, text);
    expect(records.map(([line]) => line)).toEqual([1, 2, 5]);
    const sentence =
      '"text" has half of a character here, a surrogate without its other half. Write the whole character, or delete the line.';
    expect(faults).toEqual([
      `a.csv, line 3, column 26: ${sentence}`,
      `a.csv, line 4, column 11: ${sentence}`,
    ]);
  });

  it('of JSON lines are bounded too', () => {
    const table: Table = { ...pairs, format: 'jsonl', input: 'text', output: '', use: 'text' };
    const text = `{"text": "${'x'.repeat(8e6)}"}\n{"text": "a"}\n`;
    for (const size of [1e6, 9e6]) {
      const { records, faults } = readTable(table, text, size);
      expect(records.map(([line]) => line)).toEqual([2]);
      expect(faults).toEqual([
        'a.csv, line 1, column 1: the line has more than 8 million characters. Put every object on a line of its own.',
      ]);
    }
  });

  it('are not taken from what every object inherits', () => {
    const table: Table = { ...pairs, format: 'jsonl', input: 'constructor', use: 'text' };
    expect(readTable(table, '{"a": 1}\n').faults).toEqual([
      'a.csv, line 1, column 1: "constructor" is missing. Add it, or delete the line.',
    ]);
  });
});

describe('a table whose columns nobody chose', () => {
  it.each([
    [
      'a.csv',
      'source,target\na,b\n',
      { delimiter: ',', header: true, use: 'pair', input: 'source', output: 'target' },
    ],
    [
      'a.csv',
      'label;review\n1;good\n',
      { delimiter: ';', header: true, use: 'label', input: 'review', output: 'label' },
    ],
    [
      'a.tsv',
      'Hi.\t嗨。\nRun!\t跑！\n',
      { delimiter: '\t', header: false, use: 'pair', input: 'column 1', output: 'column 2' },
    ],
    [
      'a.csv',
      'x1,1\nx2,0\nx3,1\nx4,0\nx5,0\nx6,0\n',
      { header: false, use: 'label', input: 'column 1', output: 'column 2' },
    ],
    ['a.csv', 'text\none, two\n', { header: true, use: 'text', input: 'text' }],
    [
      'a.jsonl',
      '{"prompt": "a", "completion": "b"}\n',
      { format: 'jsonl', use: 'pair', input: 'prompt', output: 'completion' },
    ],
    [
      'a.jsonl',
      '{"id": 7, "文本": "好", "标签": "正"}',
      { use: 'label', input: '文本', output: '标签' },
    ],
  ])('is read by its names and first rows: %s %j', (name, text, table) => {
    expect(guessTable(name, text)).toMatchObject(table);
  });

  it('is only a file with the name of one', () => {
    expect(guessTable('a.txt', 'source,target\na,b\n')).toBeNull();
  });

  it('has names for all columns', () => {
    expect(columnNames(['a', '', 'a', ' b '])).toEqual(['a', 'column 2', 'a (2)', 'b']);
    expect(columnsOf({ ...pairs, header: false }, 'a,b\nc,d\n').columns).toEqual([
      'column 1',
      'column 2',
    ]);
  });
});

describe('jsonFault', () => {
  it('agrees with the parser on what is JSON, and points into what is not', () => {
    const unit = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '1',
      '-',
      '.',
      'e',
      '\\',
      'u',
      'true',
      ' ',
    );
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit, maxLength: 12 })), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const at = jsonFault(text);
        expect(at === -1).toBe(isJson);
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});
