import { fail, sameText } from '../contract/problem';
import type { Table } from '../contract/project';
import type { Example } from '../tensor/batch';
import type { Tokenizer } from '../tokenizers/tokenizer';
import type { Dataset, Marks } from './dataset';
import { windowStart } from './textFile';

/** The records of one part. */
export interface RecordRow {
  readonly length: number;
  /** Tokens of all of them. */
  readonly n_tokens: number;
  /** How many ids the fields of record i have. */
  size(i: number): RecordSize;
  read(i: number): TokenizedRecord;
}

export interface RecordSize {
  readonly input: number;
  readonly output: number;
}

export interface TokenizedRecord {
  readonly input: Int32Array;
  /** Of a pair its second text, of a label the number of its class, else empty. */
  readonly output: Int32Array;
}

/** The rows of a table as ids. */
export interface TokenizedRecords {
  readonly tokenizer: Tokenizer;
  readonly use: Table['use'];
  /** Names of the classes. */
  readonly labels: readonly string[];
  readonly train: RecordRow;
  readonly val: RecordRow;
  /** Validation tokens never seen in training. */
  readonly n_unknown: number;
}

/** Of an objective what matters to records; datasets know none of them. */
interface Asking {
  readonly type: string;
  /** The model labels a sequence by its first position: a token of its own stands there, as in BERT. */
  readonly byFirst?: boolean;
}

/** The objectives that each use of a table can be asked with, the one it is meant for first. */
export const objectivesOfUse: Readonly<Record<Table['use'], readonly string[]>> = {
  pair: ['seq2seq', 'nextToken'],
  label: ['sequenceLabel', 'nextToken', 'maskedToken'],
  text: ['nextToken', 'maskedToken'],
};

/** What an example of a table, or of a text, holds. */
export function fieldsOfRecords(table: Table | null | undefined): string[] {
  if (table?.use === 'pair') return ['source', 'tokens'];
  return table?.use === 'label' ? ['tokens', 'labels'] : ['tokens'];
}

/** Tokens that the vocabulary must hold besides those of the text. */
export function specialsFor(
  table: Table | null | undefined,
  objective: Asking & { readonly specials: readonly string[] },
): string[] {
  if (table == null) return [...objective.specials];
  const marks: Readonly<Record<string, readonly string[]>> = {
    nextToken: ['<bos>', '<eos>'],
    // Whether it is put first is the drawing's choice; variants of one project share their vocabulary.
    sequenceLabel: [CLS],
  };
  const own = table.use === 'pair' ? ['<bos>', '<eos>', '<sep>'] : (marks[objective.type] ?? []);
  return [...new Set([...own, ...objective.specials])];
}

type Shape = (record: TokenizedRecord) => Example;

/**
 * Records as examples: for training drawn at random, for validation one after the other. Pairs that are longer than
 * n_ctx are left out, other records are cut there.
 *
 * @throws Problem when no record of a part fits into n_ctx.
 */
export function recordDataset(
  name: string,
  records: TokenizedRecords,
  objective: Asking,
  n_ctx: number,
): Dataset {
  const { tokenizer, labels } = records;
  const fits = (size: RecordSize) => longestFeed(records, objective, size) <= n_ctx;
  const train = fitting(records.train, fits);
  const val = fitting(records.val, fits);
  if (train.length === 0 || val.length === 0) nothingFits(name, records, objective, n_ctx);
  const marks = marksFor(records, objective);
  const shape = shapeFor(records, marks, n_ctx);
  const example = (part: RecordRow, i: number) => shape(part.read(i));
  return {
    tokenizer,
    n_labels: objective.type === 'sequenceLabel' ? labels.length : 0,
    ...(marks && { marks }),
    train: (seed, i) => example(records.train, train[windowStart(seed, i, train.length)] ?? 0),
    n_val_examples: val.length,
    val: (i) => example(records.val, val[i] ?? 0),
  };
}

/** Positions that the longest feed of a record takes; what is cut to n_ctx takes none too many. */
function longestFeed(
  { use }: Pick<TokenizedRecords, 'use'>,
  objective: Asking,
  { input, output }: RecordSize,
): number {
  if (use !== 'pair') return 0;
  if (objective.type === 'nextToken') return input + output + 1;
  return Math.max(input, output + 1);
}

function fitting(part: RecordRow, fits: (size: RecordSize) => boolean): Uint32Array {
  const places = new Uint32Array(part.length);
  let count = 0;
  for (let i = 0; i < part.length; i++) if (fits(part.size(i))) places[count++] = i;
  return places.subarray(0, count);
}

const CLS = '<cls>';

/** Single texts that are continued stand between marks; those that are labelled by their first position, behind one. */
function marksFor({ tokenizer, use }: TokenizedRecords, objective: Asking): Marks | null {
  if (use === 'pair') return null;
  const { specials } = tokenizer;
  const cls = specials.get(CLS);
  if (objective.byFirst && cls !== undefined) return { begin: cls, end: null };
  if (objective.type !== 'nextToken') return null;
  return { begin: specials.get('<bos>') ?? 0, end: specials.get('<eos>') ?? 0 };
}

function shapeFor({ use }: TokenizedRecords, marks: Marks | null, n_ctx: number): Shape {
  if (use === 'pair') return ({ input, output }) => ({ source: input, tokens: output });
  const { begin, end } = marks ?? { begin: null, end: null };
  if (end === null) {
    const first = begin === null ? [] : [begin];
    return ({ input, output }) => ({
      tokens: Int32Array.from([...first, ...input.subarray(0, n_ctx - first.length)]),
      labels: output,
    });
  }
  return ({ input }) => ({
    tokens: Int32Array.from([begin, ...input, end]).subarray(0, n_ctx + 1),
  });
}

const number = (n: number): string => n.toLocaleString('en-US');

function nothingFits(
  name: string,
  records: TokenizedRecords,
  objective: Asking,
  n_ctx: number,
): never {
  const where = sameText(name);
  const { train, val } = records;
  if (train.length === 0 || val.length === 0) {
    const n = train.length + val.length;
    return fail(
      where,
      {
        en: `it has ${number(n)} usable ${n === 1 ? 'row' : 'rows'}, too few to keep some for validation.`,
        zh: `可用的行只有 ${number(n)} 行，无法留出一部分用于验证。`,
      },
      { en: 'Use a table of at least ten rows.', zh: '请使用至少十行的表格。' },
    );
  }
  const lengths = [train, val].map((part) => shortest(part, records, objective));
  const needed = Math.max(...lengths);
  const [en, zh] = lengths[0] === needed ? ['training', '训练'] : ['validation', '验证'];
  return fail(
    where,
    {
      en: `no pair of the ${en} part fits into n_ctx ${n_ctx}; the shortest takes ${number(needed)} tokens.`,
      zh: `${zh}部分没有一个句对能放进 n_ctx ${n_ctx}，最短的也有 ${number(needed)} 个词元。`,
    },
    { en: `Use n_ctx ${needed} or more.`, zh: `请把 n_ctx 调到 ${needed} 以上（含）。` },
  );
}

/** Tokens that the shortest record of a part takes. */
function shortest(part: RecordRow, records: TokenizedRecords, objective: Asking): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < part.length; i++) {
    least = Math.min(least, longestFeed(records, objective, part.size(i)));
  }
  return least;
}
