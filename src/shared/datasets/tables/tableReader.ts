import { fail, sameText } from '../../contract/problem';
import type { Table } from '../../contract/project';
import { CsvReader } from './csv';
import { JsonLinesReader, type JsonRow } from './jsonLines';
import type { Fault, Row } from './row';

/** The two texts of a row that are used; `output` is empty when only one is. */
export interface TableRecord {
  readonly line: number;
  readonly input: string;
  readonly output: string;
}

export interface RecordHearer {
  record(record: TableRecord): void;
  fault(fault: Fault): void;
}

export interface TableReader {
  push(text: string): void;
  end(): void;
}

/**
 * Reads the records of a table that arrives in pieces.
 * @throws Problem when the table has no column of that name.
 */
export function openTable(name: string, table: Table, hear: RecordHearer): TableReader {
  if (table.format === 'jsonl') return jsonRecords(table, hear);
  const rows = new CsvRecords(name, table, hear);
  return new CsvReader(table.delimiter, { row: (row) => rows.row(row), fault: hear.fault });
}

/** Names of the columns of a header: none is empty, none comes twice. */
export function columnNames(header: readonly string[]): string[] {
  const names: string[] = [];
  header.forEach((field, i) => {
    const plain = field.trim().slice(0, 190) || `column ${i + 1}`;
    let name = plain;
    for (let n = 2; names.includes(name); n++) name = `${plain} (${n})`;
    names.push(name);
  });
  return names;
}

/** Names of columns that no header names. */
export function numberedColumns(n: number): string[] {
  return Array.from({ length: n }, (_, i) => `column ${i + 1}`);
}

class CsvRecords {
  private readonly name: string;
  private readonly table: Table;
  private readonly hear: RecordHearer;
  private columns: readonly string[] | null = null;
  private input = 0;
  private output = -1;

  constructor(name: string, table: Table, hear: RecordHearer) {
    this.name = name;
    this.table = table;
    this.hear = hear;
  }

  row(row: Row): void {
    const { columns } = this;
    if (columns === null) this.first(row);
    else if (row.fields.length === columns.length) this.whole(row);
    else this.hear.fault(wrongWidth(row, columns.length, this.table.header));
  }

  private first(row: Row): void {
    const { header, use, input, output } = this.table;
    const columns = header ? columnNames(row.fields) : numberedColumns(row.fields.length);
    this.columns = columns;
    const place = (column: string) => {
      const found = columns.indexOf(column);
      return found < 0 ? noColumn(this.name, column, columns) : found;
    };
    this.input = place(input);
    this.output = use === 'text' ? -1 : place(output);
    if (!header) this.whole(row);
  }

  private whole({ line, fields, place }: Row): void {
    const input = fields[this.input] ?? '';
    const output = this.output < 0 ? '' : (fields[this.output] ?? '').trim();
    const { use } = this.table;
    if (input.trim() === '') this.hear.fault({ ...place(this.input), ...empty(this.table.input) });
    else if (use !== 'text' && output === '') {
      this.hear.fault({ ...place(this.output), ...empty(this.table.output) });
    } else {
      const second = this.output < 0 ? '' : (fields[this.output] ?? '');
      this.hear.record({ line, input, output: use === 'label' ? output : second });
    }
  }
}

function jsonRecords(table: Table, hear: RecordHearer): TableReader {
  const { use } = table;
  return new JsonLinesReader({
    fault: hear.fault,
    row: (row) => {
      const input = textOf(row, table.input);
      const output = use === 'text' ? '' : textOf(row, table.output);
      if (typeof input !== 'string') hear.fault(input);
      else if (typeof output !== 'string') hear.fault(output);
      else hear.record({ line: row.line, input, output: use === 'label' ? output.trim() : output });
    },
  });
}

/** The value of a key as text, or why there is none. */
function textOf(row: JsonRow, key: string): string | Fault {
  const value = Object.hasOwn(row.values, key) ? row.values[key] : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    // Nothing that a file is decoded to has half a character: it was written as an escape.
    if (/\p{Surrogate}/u.test(value)) return { ...row.placeOfHalf(key), ...halfIn(key) };
    return value.trim() === '' ? { ...row.place(key), ...empty(key) } : value;
  }
  if (value === undefined || value === null) return { ...row.place(key), ...missing(key) };
  return { ...row.place(key), ...notText(key) };
}

type Sentence = Pick<Fault, 'what' | 'fix'>;

function empty(column: string): Sentence {
  return {
    what: { en: `"${column}" is empty.`, zh: `“${column}”为空。` },
    fix: { en: 'Fill it in, or delete the row.', zh: '请补上，或删除该行。' },
  };
}

function missing(key: string): Sentence {
  return {
    what: { en: `"${key}" is missing.`, zh: `缺少“${key}”。` },
    fix: { en: 'Add it, or delete the line.', zh: '请补上，或删除该行。' },
  };
}

function halfIn(key: string): Sentence {
  return {
    what: {
      en: `"${key}" has half of a character here, a surrogate without its other half.`,
      zh: `“${key}”在此处只有半个字符（缺少另一半的代理项）。`,
    },
    fix: {
      en: 'Write the whole character, or delete the line.',
      zh: '请写完整的字符，或删除该行。',
    },
  };
}

function notText(key: string): Sentence {
  return {
    what: {
      en: `"${key}" is a list or an object, not a text.`,
      zh: `“${key}”是列表或对象，不是文本。`,
    },
    fix: { en: 'Write a text in quotes.', zh: '请写成带引号的文本。' },
  };
}

function wrongWidth(row: Row, width: number, header: boolean): Fault {
  const n = row.fields.length;
  const first = header ? ['the header', '表头'] : ['the first row', '第一行'];
  const what = {
    en: `the row has ${n} ${n === 1 ? 'field' : 'fields'}, but ${first[0]} has ${width}.`,
    zh: `该行有 ${n} 个字段，而${first[1]}有 ${width} 个。`,
  };
  const fix =
    n > width
      ? {
          en: 'Put a text that holds the separator in quotes.',
          zh: '请给含有分隔符的文本加上引号。',
        }
      : { en: 'Add what is missing.', zh: '请补上缺少的字段。' };
  return { ...row.place(Math.min(n, width)), what, fix };
}

function noColumn(name: string, column: string, columns: readonly string[]): never {
  const known = columns.slice(0, 12).join(', ');
  return fail(
    sameText(name),
    { en: `there is no column "${column}".`, zh: `没有名为“${column}”的列。` },
    { en: `Choose one of ${known}.`, zh: `可用的列：${known}。` },
  );
}
