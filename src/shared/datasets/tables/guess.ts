import type { Table } from '../../contract/project';
import { CsvReader } from './csv';
import { JsonLinesReader } from './jsonLines';
import { columnNames, numberedColumns } from './tableReader';

/** The columns of a table and its first rows. */
export interface Columns {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const DELIMITERS = [',', '\t', ';', '|'];
const LOOKED_AT = 200;

type Role = 'pairInput' | 'pairOutput' | 'label' | 'text';

/** Names by which columns announce what they hold, in lower case. */
const known: { readonly [R in Role]: readonly string[] } = {
  pairInput:
    'source src input question prompt instruction query from en english 原文 源 源文 输入 问 问题 上句 英文'.split(
      ' ',
    ),
  pairOutput:
    'target tgt output answer completion response translation to zh chinese 译文 目标 输出 答 答案 回答 下句 中文'.split(
      ' ',
    ),
  label: 'label class category sentiment intent y 标签 类别 分类 情感'.split(' '),
  text: 'text sentence content review document body comment x 文本 句子 内容 正文 评论'.split(' '),
};

/** How a file of that name that starts with `start` is to be read as a table; null = it is none. */
export function guessTable(name: string, start: string): Table | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === 'jsonl' || extension === 'ndjson') return guessJson(start);
  if (extension !== 'csv' && extension !== 'tsv') return null;
  const delimiter = extension === 'tsv' ? '\t' : guessDelimiter(start);
  const first = firstRows(delimiter, start)[0] ?? [];
  const header = first.some((field) => Object.values(known).some((names) => has(names, field)));
  return withColumns({ format: 'csv', delimiter, header, ...nothing }, start);
}

const nothing = { use: 'text', input: '', output: '' } as const;

function guessJson(start: string): Table {
  return withColumns({ format: 'jsonl', delimiter: ',', header: true, ...nothing }, start);
}

/** The table with the use and columns that its first rows speak for. */
function withColumns(table: Table, start: string): Table {
  return { ...table, ...guessUse(columnsOf(table, start)) };
}

/** The table with its columns found anew, after its header or what separates them was changed. */
export function refound(table: Table, start: string): Table {
  if (table.format === 'jsonl') return withColumns(table, start);
  const width = columnsOf(table, start).columns.length;
  const delimiter = width < 2 ? guessDelimiter(start) : table.delimiter;
  return withColumns({ ...table, delimiter }, start);
}

/** The columns of a table that starts with `start`. */
export function columnsOf({ format, delimiter, header }: Table, start: string): Columns {
  if (format === 'jsonl') return jsonColumns(start);
  const rows = firstRows(delimiter, start);
  const first = rows[0] ?? [];
  return header
    ? { columns: columnNames(first), rows: rows.slice(1) }
    : { columns: numberedColumns(first.length), rows };
}

/** The last row may be cut off: it is left out when there are others. */
function firstRows(delimiter: string, start: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  const hear = {
    row: ({ fields }: { readonly fields: readonly string[] }) => void rows.push(fields),
    fault: () => undefined,
  };
  const reader = new CsvReader(delimiter, hear);
  reader.push(start);
  if (rows.length === 0) reader.end();
  return rows.slice(0, LOOKED_AT);
}

function jsonColumns(start: string): Columns {
  const found: Readonly<Record<string, unknown>>[] = [];
  const reader = new JsonLinesReader({
    row: ({ values }) => void found.push(values),
    fault: () => undefined,
  });
  reader.push(start);
  if (found.length === 0) reader.end();
  const keys = new Set(found.slice(0, LOOKED_AT).flatMap((values) => textKeys(values)));
  const columns = [...keys].filter((key) => key.length <= 200).slice(0, 200);
  const rows = found.map((values) => columns.map((column) => String(values[column] ?? '')));
  return { columns, rows };
}

function textKeys(values: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(values).filter((key) =>
    ['string', 'number', 'boolean'].includes(typeof values[key]),
  );
}

/** The one that cuts most rows into the same number of fields, more than one. */
function guessDelimiter(start: string): string {
  const score = (delimiter: string) => {
    const rows = firstRows(delimiter, start);
    const width = rows[0]?.length ?? 0;
    return width < 2 ? 0 : rows.filter(({ length }) => length === width).length / rows.length;
  };
  const scores = DELIMITERS.map(score);
  const best = Math.max(...scores);
  return best === 0 ? ',' : (DELIMITERS[scores.indexOf(best)] ?? ',');
}

function has(names: readonly string[], column: string): boolean {
  return names.includes(column.trim().toLowerCase());
}

type Use = Pick<Table, 'use' | 'input' | 'output'>;

function guessUse({ columns, rows }: Columns): Use {
  const [first = '', second] = columns;
  const named = (role: Role) => columns.find((column) => has(known[role], column));
  const [from, to] = [named('pairInput'), named('pairOutput')];
  if (from !== undefined && to !== undefined) return { use: 'pair', input: from, output: to };
  const [text, label] = [named('text') ?? from, named('label')];
  if (label !== undefined) {
    const input = text ?? longest(columns, rows, label);
    if (input !== undefined) return { use: 'label', input, output: label };
  }
  if (text !== undefined) return { use: 'text', input: text, output: second ?? '' };
  if (second === undefined) return { use: 'text', input: first, output: '' };
  if (columns.length > 2)
    return { use: 'text', input: longest(columns, rows) ?? first, output: first };
  return guessTwo(first, second, rows);
}

/** Two columns without known names: one of few different short values holds labels. */
function guessTwo(first: string, second: string, rows: Columns['rows']): Use {
  const isLabel = (column: number) => {
    const values = rows.map((row) => row[column] ?? '');
    const distinct = new Set(values).size;
    return (
      rows.length >= 4 && distinct <= rows.length / 3 && values.every(({ length }) => length <= 40)
    );
  };
  if (isLabel(1)) return { use: 'label', input: first, output: second };
  if (isLabel(0)) return { use: 'label', input: second, output: first };
  return { use: 'pair', input: first, output: second };
}

/** The column with the most text. */
function longest(
  columns: readonly string[],
  rows: Columns['rows'],
  except = '',
): string | undefined {
  const lengths = columns.map((column, i) =>
    column === except ? -1 : rows.reduce((sum, row) => sum + (row[i]?.length ?? 0), 0),
  );
  return columns[lengths.indexOf(Math.max(...lengths))];
}
