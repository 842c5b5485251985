import { fail, sameText } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { isHeldOut } from '@shared/datasets/lot';
import { Pieces } from '@shared/datasets/pieces';
import { type Part, type TextSplit, textSplitter } from '@shared/datasets/split';
import { openTable, type TableRecord } from '@shared/datasets/tables/tableReader';
import { trainLength, wholeCharacter } from '@shared/datasets/textFile';
import { eachChunk } from './bytes';
import { textStream } from './decode';

/** A text or table and where its bytes lie. */
export interface Corpus {
  readonly path: string;
  readonly data: Data;
}

/** Hears a corpus from start to end, any number of times. */
export interface CorpusHearer {
  /** A piece of a text. */
  text(part: Part, piece: string): void;
  /** A row of a table. */
  record(part: Part, record: TableRecord): void;
  /** Between two chunks: what was gathered can be written. */
  pause?(): Promise<void>;
}

type Progress = (share: number) => void;

/** The whole text, bit by bit. */
export async function readText(
  { path, data }: Corpus,
  use: (text: string) => void | Promise<void>,
  progress?: Progress,
): Promise<void> {
  const stream = textStream(data.encoding, data.name);
  await eachChunk(path, data.name, (bytes) => use(stream.push(bytes)), progress);
  await use(stream.end());
}

/** UTF-16 units that show what a text is. */
const START = 65_536;

/** Raised to end reading. */
export class Enough extends Error {}

/** Waits until a reading is done, or has had enough. */
export async function untilEnough(reading: Promise<void>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

/** The first lines of a text, enough to tell what it is. */
export async function startOf(corpus: Corpus): Promise<string> {
  let start = '';
  const reading = readText(corpus, (text) => {
    start += text;
    if (start.length >= START) throw new Enough();
  });
  await untilEnough(reading);
  return start.slice(0, wholeCharacter(start, START));
}

/** The parts of a text in pieces, or the rows of a table; `how` is what was measured of a text. */
export async function readParts(
  corpus: Corpus,
  how: TextSplit,
  hear: CorpusHearer,
  progress?: Progress,
): Promise<void> {
  const { table } = corpus.data;
  const reader = table ? rowReader(corpus, how, hear) : pieceReader(corpus.data.name, how, hear);
  await readText(
    corpus,
    (text) => {
      reader.push(text);
      return hear.pause?.();
    },
    progress,
  );
  reader.end();
  await hear.pause?.();
}

function pieceReader(name: string, how: TextSplit, hear: CorpusHearer) {
  const train = new Pieces((piece) => hear.text('train', piece));
  const val = new Pieces((piece) => hear.text('val', piece));
  const splitter = textSplitter(
    how,
    (part, text) => (part === 'train' ? train : val).push(text),
    () => tooLong(name, how.byParagraph),
  );
  return {
    push: splitter.push,
    end() {
      splitter.end();
      train.end();
      val.end();
    },
  };
}

function rowReader({ data }: Corpus, how: TextSplit, hear: CorpusHearer) {
  const { table, name } = data;
  if (!table) throw new Error('it is no table');
  let count = 0;
  const border = trainLength(how.n_units);
  const isVal = (i: number) => (how.split === 'record' ? isHeldOut(i) : i >= border);
  return openTable(name, table, {
    record: (record) => hear.record(isVal(count++) ? 'val' : 'train', record),
    fault: () => undefined,
  });
}

function tooLong(name: string, isParagraph: boolean): never {
  const [en, zh] = isParagraph ? ['a paragraph', '一个段落'] : ['a line', '一行'];
  return fail(
    sameText(name),
    {
      en: `${en} has more than 8 million characters, too many for validation to be drawn by lot.`,
      zh: `有${zh}超过 800 万个字符，太长，无法随机抽取验证部分。`,
    },
    { en: 'Let validation be the end of the text.', zh: '请改用文本末尾作为验证部分。' },
  );
}
