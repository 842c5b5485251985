import { LONGEST_RECORD } from '../longest';
import { jsonFault } from './json';
import type { Fault, Place } from './row';

/** An object of a line. */
export interface JsonRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Where a key stands. */
  place(key: string): Place;
  /** Where the first half of a character stands that is written behind a key without the other half. */
  placeOfHalf(key: string): Place;
}

export interface JsonHearer {
  row(row: JsonRow): void;
  fault(fault: Fault): void;
}

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
    if (this.buffer.length <= LONGEST_RECORD) return;
    if (!this.skipping) this.fault(0, tooLong);
    this.skipping = true;
    this.buffer = '';
  }

  end(): void {
    if (this.buffer !== '' || this.skipping) this.tell(this.buffer);
    this.buffer = '';
  }

  private tell(text: string): void {
    const skipped = this.skipping;
    this.skipping = false;
    if (skipped || text.trim() === '') return;
    const { line } = this;
    const value = text.length > LONGEST_RECORD ? null : parse(text);
    if (text.length > LONGEST_RECORD) this.fault(0, tooLong);
    else if (value === undefined) this.fault(jsonFault(text), notJson(text));
    else if (!isObject(value)) this.fault(0, notObject);
    else {
      const place = (key: string) => ({ line, column: Math.max(0, startOfKey(text, key)) + 1 });
      const placeOfHalf = (key: string) => ({
        line,
        column: halfAfter(text, startOfKey(text, key)) + 1,
      });
      this.hear.row({ line, values: value, place, placeOfHalf });
    }
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

/** −1 when it is written in another way, with escapes. */
function startOfKey(text: string, key: string): number {
  return text.indexOf(JSON.stringify(key));
}

/** Where an escape of half a character stands alone, at or after `from`. */
function halfAfter(text: string, from: number): number {
  const escapes = /\\(?:u(?:d[89ab]..\\ud[c-f]..|(d[89a-f]..))|.)/giy;
  for (let at = Math.max(0, text.indexOf('\\', from)); at >= 0; at = text.indexOf('\\', at)) {
    escapes.lastIndex = at;
    const found = escapes.exec(text);
    if (found === null || found[1] !== undefined) return at;
    at = escapes.lastIndex;
  }
  return Math.max(0, from);
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

const tooLong: Pick<Fault, 'what' | 'fix'> = {
  what: { en: 'the line has more than 8 million characters.', zh: '该行超过 800 万个字符。' },
  fix: { en: 'Put every object on a line of its own.', zh: '请把每个对象各放一行。' },
};

const notObject: Pick<Fault, 'what' | 'fix'> = {
  what: { en: 'this is no object.', zh: '这不是对象。' },
  fix: {
    en: 'Write an object such as {"text": "…"} on every line.',
    zh: '请每行写一个对象，如 {"text": "……"}。',
  },
};
