import { jsonFault } from './json';
import type { Fault, Place } from './row';

/** An object of a line; `place` says where a key stands in it. */
export interface JsonRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  place(key: string): Place;
}

export interface JsonHearer {
  row(row: JsonRow): void;
  fault(fault: Fault): void;
}

/** A line longer than this is no record of a text to train on. */
const LONGEST_LINE = 8_000_000;

/** Reads objects, one per line, that arrive in pieces. Line ends are `\n` alone; empty lines are passed over. */
export class JsonLinesReader {
  private readonly hear: JsonHearer;
  private buffer = '';
  private line = 1;
  private skipping = false;

  constructor(hear: JsonHearer) {
    this.hear = hear;
  }

  push(text: string): void {
    this.buffer += text;
    let at = 0;
    for (let end = this.buffer.indexOf('\n'); end >= 0; end = this.buffer.indexOf('\n', at)) {
      this.tell(this.buffer.slice(at, end));
      this.line++;
      at = end + 1;
    }
    this.buffer = this.buffer.slice(at);
    if (this.buffer.length > LONGEST_LINE) this.skip();
  }

  end(): void {
    if (this.buffer !== '' || this.skipping) this.tell(this.buffer);
    this.buffer = '';
  }

  private skip(): void {
    if (!this.skipping) {
      this.fault(0, {
        what: { en: 'the line has more than 8 million characters.', zh: '该行超过 800 万个字符。' },
        fix: { en: 'Put every object on a line of its own.', zh: '请把每个对象各放一行。' },
      });
    }
    this.skipping = true;
    this.buffer = '';
  }

  private tell(text: string): void {
    const skipped = this.skipping;
    this.skipping = false;
    if (skipped || text.trim() === '') return;
    const { line } = this;
    const value = parse(text);
    if (value === undefined) this.fault(jsonFault(text), notJson(text));
    else if (!isObject(value)) this.fault(0, notObject);
    else this.hear.row({ line, values: value, place: (key) => placeOfKey(line, text, key) });
  }

  private fault(at: number, sentence: Pick<Fault, 'what' | 'fix'>): void {
    this.hear.fault({ line: this.line, column: Math.max(0, at) + 1, ...sentence });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeOfKey(line: number, text: string, key: string): Place {
  return { line, column: text.indexOf(JSON.stringify(key)) + 1 || 1 };
}

function notJson(text: string): Pick<Fault, 'what' | 'fix'> {
  const at = jsonFault(text);
  const found = text[at];
  const [en, zh] =
    found === undefined
      ? ['the line ends here', '该行到此为止']
      : [`"${found}" stands here`, `此处是“${found}”`];
  return {
    what: { en: `this is not JSON: ${en}.`, zh: `这不是 JSON：${zh}。` },
    fix: { en: 'Write one whole object per line.', zh: '请每行写一个完整的对象。' },
  };
}

const notObject: Pick<Fault, 'what' | 'fix'> = {
  what: { en: 'this is no object.', zh: '这不是对象。' },
  fix: {
    en: 'Write an object such as {"text": "…"} on every line.',
    zh: '请每行写一个对象，如 {"text": "……"}。',
  },
};
