import { join } from 'node:path';
import { statisticsSchema } from '@shared/contract/calls';
import type { Data } from '@shared/contract/project';
import { DuplicateCounter } from '@shared/datasets/duplicates';
import type { TokenizedRecords } from '@shared/datasets/records';
import { type Part, recordSplitter } from '@shared/datasets/split';
import { TokenCounter } from '@shared/datasets/statistics';
import type { TableRecord } from '@shared/datasets/tables/tableReader';
import type { TokenizedText } from '@shared/datasets/textFile';
import type { Tokenizer } from '@shared/tokenizers/tokenizer';
import { z } from 'zod';
import { withFileProblems } from '../files/fileProblem';
import { type Cache, keyOf, makeFolder, prune, readEntry, touch, writeEntry } from './cache';
import { type Corpus, type CorpusHearer, readParts } from './corpus';
import type { Measures } from './measure';
import { IdWriter, openIds, openRecords } from './tokenFiles';

/** Raised whenever files written before would be read wrongly. */
const FORMAT = 2;

/** What is known of token files, beside them. */
export const tokensSchema = z.object({
  bytesPerId: z.union([z.literal(2), z.literal(4)]),
  n_train_tokens: z.int(),
  n_val_tokens: z.int(),
  n_train_rows: z.int(),
  n_val_rows: z.int(),
  n_unknown: z.int(),
  /** Names of the classes. */
  labels: z.array(z.string()),
  longestInput: z.int(),
  longestOutput: z.int(),
  statistics: statisticsSchema,
});
export type Tokens = z.infer<typeof tokensSchema>;

/** What decides where a text is cut into tokens, and which part each is in. */
export function readingOf({ sha256, encoding, table, split }: Data): unknown[] {
  const columns = table ? { ...table, n_labels: 0 } : null;
  return [FORMAT, sha256, encoding, columns, split ?? null];
}

function keyFor(data: Data, tokenizer: Tokenizer): string {
  return `tokens-${keyOf(readingOf(data), tokenizer.hash)}`;
}

/** The tokens of a corpus as they were written before; null when they must be made. */
export async function findTokens(
  cache: Cache,
  data: Data,
  tokenizer: Tokenizer,
): Promise<Tokens | null> {
  const key = keyFor(data, tokenizer);
  const tokens = await readEntry({ folder: join(cache.folder, key) }, 'about', tokensSchema);
  if (tokens !== null) await touch(join(cache.folder, key));
  return tokens;
}

/** Writes a corpus as ids into the cache: memory does not grow with its length. */
export async function writeTokens(
  cache: Cache,
  corpus: Corpus,
  measures: Measures,
  tokenizer: Tokenizer,
  progress: (share: number) => void,
): Promise<Tokens> {
  const key = keyFor(corpus.data, tokenizer);
  return withFileProblems(corpus.data.name, async () => {
    let tokens: Tokens | null = null;
    await makeFolder(cache, key, async (folder) => {
      const encoder = new Encoder(folder, measures, tokenizer);
      try {
        await readParts(corpus, measures, encoder, progress);
        tokens = await encoder.close();
        await writeEntry({ folder }, 'about', tokens);
      } finally {
        await encoder.abandon();
      }
    });
    await prune(cache);
    if (tokens === null) throw new Error('nothing was written');
    return tokens;
  });
}

/** Opens what `writeTokens` wrote. */
export function openTokens(
  cache: Cache,
  data: Data,
  tokenizer: Tokenizer,
  tokens: Tokens,
): TokenizedText | TokenizedRecords {
  const folder = join(cache.folder, keyFor(data, tokenizer));
  const ids = (part: Part) => openIds(join(folder, `${part}.bin`), tokens.bytesPerId);
  const { n_unknown, labels } = tokens;
  if (!data.table) return { tokenizer, train: ids('train'), val: ids('val'), n_unknown };
  const records = (part: Part) => openRecords(ids(part), join(folder, `${part}.ends.bin`));
  const { use } = data.table;
  return { tokenizer, use, labels, train: records('train'), val: records('val'), n_unknown };
}

class Encoder implements CorpusHearer {
  private readonly tokenizer: Tokenizer;
  private readonly measures: Measures;
  private readonly labels: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly bytesPerId: 2 | 4;
  private readonly ids;
  private readonly ends;
  private readonly counter: TokenCounter;
  private readonly duplicates = new DuplicateCounter();
  private readonly lines;
  private n_unknown = 0;
  private longest = { input: 0, output: 0 };

  constructor(folder: string, measures: Measures, tokenizer: Tokenizer) {
    this.tokenizer = tokenizer;
    this.measures = measures;
    this.labels = measures.table?.labels.map(([name]) => name) ?? [];
    this.numbers = new Map(this.labels.map((name, i) => [name, i]));
    this.bytesPerId = tokenizer.n_vocab <= 2 ** 16 ? 2 : 4;
    const writer = (file: string, bytes: 2 | 4) => new IdWriter(join(folder, file), bytes);
    const { bytesPerId } = this;
    this.ids = { train: writer('train.bin', bytesPerId), val: writer('val.bin', bytesPerId) };
    this.ends = { train: writer('train.ends.bin', 4), val: writer('val.ends.bin', 4) };
    this.counter = new TokenCounter(tokenizer.n_vocab);
    this.lines = { train: this.recordsOf(false), val: this.recordsOf(true) };
  }

  text(part: Part, piece: string): void {
    this.encode(part, piece);
    this.lines[part].push(piece);
  }

  record(part: Part, { input, output }: TableRecord): void {
    const { longest, ids } = this;
    longest.input = Math.max(longest.input, this.encode(part, input));
    const inputEnd = ids[part].length;
    const label = this.numbers.get(output);
    if (label !== undefined) ids[part].add([label]);
    else if (output !== '') longest.output = Math.max(longest.output, this.encode(part, output));
    this.ends[part].add([inputEnd, ids[part].length]);
    this.duplicates.add(part === 'val', input);
  }

  async pause(): Promise<void> {
    for (const writer of this.writers()) await writer.drain();
  }

  async close(): Promise<Tokens> {
    this.lines.train.end();
    this.lines.val.end();
    for (const writer of this.writers()) await writer.close();
    const { bytesPerId, ids, ends, longest, n_unknown, measures } = this;
    const isTable = measures.table !== null;
    return {
      bytesPerId,
      n_train_tokens: ids.train.length,
      n_val_tokens: ids.val.length,
      n_train_rows: ends.train.length / 2,
      n_val_rows: ends.val.length / 2,
      n_unknown,
      labels: [...this.labels],
      longestInput: longest.input,
      longestOutput: longest.output,
      statistics: {
        ...this.counter.describe(this.tokenizer),
        ...this.duplicates.count(),
        n_lines: measures.n_lines,
        records: isTable ? 'row' : measures.byParagraph ? 'paragraph' : 'line',
      },
    };
  }

  async abandon(): Promise<void> {
    for (const writer of this.writers()) await writer.abandon();
  }

  private writers(): IdWriter[] {
    return [...Object.values(this.ids), ...Object.values(this.ends)];
  }

  private recordsOf(isVal: boolean) {
    const add = (record: string) => {
      const text = record.trim();
      if (text !== '') this.duplicates.add(isVal, text);
    };
    // One that long is not compared with others.
    return recordSplitter(this.measures.byParagraph, add, () => undefined);
  }

  /** Answers how many ids it became. */
  private encode(part: Part, text: string): number {
    const { ids, n_unknown } = this.tokenizer.encode(text);
    this.ids[part].add(ids);
    if (part === 'train') this.counter.add(ids);
    else this.n_unknown += n_unknown;
    return ids.length;
  }
}
