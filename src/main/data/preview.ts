import type { DataPreview, TablePreview } from '@shared/contract/calls';
import type { Problem } from '@shared/contract/problem';
import type { Table } from '@shared/contract/project';
import { columnsOf } from '@shared/datasets/tables/guess';
import { faultProblem } from '@shared/datasets/tables/row';
import { openTable, type TableRecord } from '@shared/datasets/tables/tableReader';
import { firstLines } from '@shared/datasets/textPreview';
import { checkText } from '@shared/datasets/textProblems';
import type { Cache } from './cache';
import type { Corpus } from './corpus';
import type { Job } from './job';
import { type Prepared, prepare } from './prepare';

const ROWS_SHOWN = 30;

/**
 * Reads a text or table that starts with `start` and says what the window shows of it.
 * @throws ProblemError when there is too little to read, or it is no text.
 */
export async function describeData(
  cache: Cache,
  corpus: Corpus,
  start: string,
  job: Job,
): Promise<DataPreview> {
  const { data } = corpus;
  checkText(data.name, start);
  const prepared = await prepare(cache, corpus, [], job);
  const { tokenizer, measures, tokens } = prepared;
  const text = firstLines(start);
  const { table } = data;
  const { n_train_tokens, n_val_tokens } = tokens;
  return {
    data: table ? { ...data, table: { ...table, n_labels: tokens.labels.length } } : data,
    text,
    tokens: tokenizer.pieces(tokenizer.encode(text).ids),
    n_characters: measures.n_characters,
    n_tokens: n_train_tokens + n_val_tokens,
    n_train_tokens,
    n_val_tokens,
    n_vocab: tokenizer.n_vocab,
    n_unknown: tokens.n_unknown,
    encodingFrom: 'chosen',
    n_unreadable: measures.n_unreadable,
    statistics: tokens.statistics,
    table: table ? describeTable(corpus, table, start, prepared) : null,
    changed: false,
    skipped: [],
  };
}

function describeTable(
  { data }: Corpus,
  table: Table,
  start: string,
  { tokenizer, measures, tokens }: Prepared,
): TablePreview {
  const { faults = [], n_faults = 0, labels = [] } = measures.table ?? {};
  const pieces = (text: string) => tokenizer.pieces(tokenizer.encode(text).ids);
  const rows = firstRows(data.name, table, start).map(({ input, output }) => ({
    input: pieces(input.slice(0, 400)),
    output: table.use === 'label' ? [output] : pieces(output.slice(0, 400)),
  }));
  return {
    columns: [...columnsOf(table, start).columns],
    rows,
    n_rows: tokens.n_train_rows + tokens.n_val_rows,
    n_train_rows: tokens.n_train_rows,
    n_val_rows: tokens.n_val_rows,
    faults: faults.map((fault): Problem => faultProblem(data.name, fault)),
    n_faults,
    labels: labels.map(([name, n_rows]) => ({ name, n_rows })),
    longestInput: tokens.longestInput,
    longestOutput: tokens.longestOutput,
  };
}

function firstRows(name: string, table: Table, start: string): TableRecord[] {
  const rows: TableRecord[] = [];
  const reader = openTable(name, table, {
    record: (record) => void rows.push(record),
    fault: () => undefined,
  });
  reader.push(start);
  if (rows.length === 0) reader.end();
  return rows.slice(0, ROWS_SHOWN);
}
