import { fail, sameText, textSchema } from '@shared/contract/problem';
import { type Data, splitSchema } from '@shared/contract/project';
import type { Fault } from '@shared/datasets/tables/row';
import { openTable } from '@shared/datasets/tables/tableReader';
import { countCharacters } from '@shared/datasets/textPreview';
import { z } from 'zod';
import { type Corpus, readText } from './corpus';

const faultSchema = z.object({
  line: z.int(),
  column: z.int(),
  what: textSchema,
  fix: textSchema,
});

/** Of a table: its faults, and the rows of each class by name in order. */
const tableMeasuresSchema = z.object({
  faults: z.array(faultSchema),
  n_faults: z.int(),
  labels: z.array(z.tuple([z.string(), z.int()])),
});

/** What must be known of a text or table before it can be split. */
export const measuresSchema = z.object({
  split: splitSchema,
  /** UTF-16 units of a text, rows of a table. */
  n_units: z.int(),
  byParagraph: z.boolean(),
  n_characters: z.int(),
  n_lines: z.int(),
  /** Places that could not be read in this encoding. */
  n_unreadable: z.int(),
  table: tableMeasuresSchema.nullable(),
});
export type Measures = z.infer<typeof measuresSchema>;

/** Faults kept to be shown; the others are counted. */
const FAULTS_SHOWN = 50;
const MOST_LABELS = 1000;
/** A text with so many paragraphs is split by them. */
const MANY_PARAGRAPHS = 20;

/** Reads a corpus once from start to end. @throws ProblemError when its labels are too many to be classes. */
export async function measure(
  corpus: Corpus,
  progress: (share: number) => void,
): Promise<Measures> {
  const counts = { n_units: 0, n_characters: 0, n_lines: 0, n_unreadable: 0, n_paragraphs: 0 };
  const rows = corpus.data.table ? new RowCounter(corpus.data) : null;
  let last = '\n';
  await readText(
    corpus,
    (text) => {
      counts.n_units += text.length;
      counts.n_characters += countCharacters(text);
      counts.n_lines += countOf(text, '\n');
      counts.n_unreadable += countOf(text, '\ufffd');
      counts.n_paragraphs += countParagraphs(last, text);
      last = text.at(-1) ?? last;
      rows?.reader.push(text);
    },
    progress,
  );
  rows?.reader.end();
  const { data } = corpus;
  const { n_paragraphs, n_units, ...others } = counts;
  return {
    ...others,
    n_lines: others.n_lines + (last === '\n' ? 0 : 1),
    n_units: rows === null ? n_units : rows.n_rows,
    split: data.split ?? (rows === null ? 'position' : 'record'),
    byParagraph: n_paragraphs >= MANY_PARAGRAPHS,
    table: rows === null ? null : rows.measures(),
  };
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Ends of paragraphs: an empty line before one that is not. `last` is the character before. */
function countParagraphs(last: string, text: string): number {
  let count = last === '\n' && /^\n+[^\n]/.test(text) ? 1 : 0;
  for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n', at)) {
    count++;
    while (text[at] === '\n') at++;
  }
  return count;
}

class RowCounter {
  n_rows = 0;
  readonly reader;
  private readonly data: Data;
  private readonly faults: Fault[] = [];
  private n_faults = 0;
  private readonly labels = new Map<string, number>();

  constructor(data: Data) {
    this.data = data;
    const { table } = data;
    if (!table) throw new Error('it is no table');
    this.reader = openTable(data.name, table, {
      fault: (fault) => this.fault(fault),
      record: ({ output }) => {
        this.n_rows++;
        if (table.use === 'label') this.label(output, table.output);
      },
    });
  }

  measures(): Measures['table'] {
    const { faults, n_faults } = this;
    const labels = [...this.labels].sort(([a], [b]) => compare(a, b));
    return { faults, n_faults, labels };
  }

  private fault(fault: Fault): void {
    this.n_faults++;
    if (this.faults.length < FAULTS_SHOWN) this.faults.push(fault);
  }

  private label(name: string, column: string): void {
    this.labels.set(name, (this.labels.get(name) ?? 0) + 1);
    if (this.labels.size > MOST_LABELS) tooManyLabels(this.data.name, column);
  }
}

/** Numbers by value, everything else by its characters. */
function compare(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return a < b ? -1 : 1;
}

function tooManyLabels(name: string, column: string): never {
  return fail(
    sameText(name),
    {
      en: `the column "${column}" has more than ${MOST_LABELS.toLocaleString('en-US')} different values, too many for labels.`,
      zh: `“${column}”列有超过 ${MOST_LABELS.toLocaleString('en-US')} 种不同的值，不适合作为标签。`,
    },
    { en: 'Choose another column, or use the rows as pairs.', zh: '请换一列，或把各行用作句对。' },
  );
}
