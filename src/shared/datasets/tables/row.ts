import type { Problem, Text } from '../../contract/problem';

/** A place in a file, both counted from 1. */
export interface Place {
  readonly line: number;
  /** UTF-16 units. */
  readonly column: number;
}

/** Why a row cannot be used. */
export interface Fault extends Place {
  readonly what: Text;
  readonly fix: Text;
}

/** A row as its file has it. */
export interface Row {
  readonly line: number;
  readonly fields: readonly string[];
  /** Where a field starts; of a field that is missing, where the row ends. */
  place(field: number): Place;
}

export interface RowHearer {
  row(row: Row): void;
  fault(fault: Fault): void;
}

/** What a person is told of a faulty row: `pairs.tsv, line 12, column 8: …`. */
export function faultProblem(name: string, { line, column, what, fix }: Fault): Problem {
  const where = {
    en: `${name}, line ${line}, column ${column}`,
    zh: `${name} 第 ${line} 行第 ${column} 列`,
  };
  return { where, what, fix };
}
