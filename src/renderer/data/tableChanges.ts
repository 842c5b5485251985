import type { Table } from '@shared/contract/project';

/** The table with its rows used otherwise. Columns that were chosen stay, as far as the use has need of them. */
export function withUse(table: Table, use: Table['use'], columns: readonly string[]): Table {
  const other = columns.find((column) => column !== table.input) ?? '';
  const isChosen = table.output !== table.input && columns.includes(table.output);
  return { ...table, use, output: isChosen ? table.output : other };
}

/** The table with other names for its columns: which are meant must be found anew. */
export function withHeader(table: Table, header: boolean): Table {
  return { ...table, header, input: '', output: '' };
}

/** A text to be read as a table: its columns must be found. */
export function plainTable(name: string): Table {
  const format = /\.(jsonl|ndjson)$/i.test(name) ? 'jsonl' : 'csv';
  return { format, delimiter: ',', header: false, use: 'text', input: '', output: '' };
}
