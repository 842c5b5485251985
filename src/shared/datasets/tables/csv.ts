import { LONGEST_RECORD } from '../longest';
import type { Fault, RowHearer } from './row';

/** A quote that is not closed within so many characters was never meant as one. */
const LONGEST_QUOTED = 1_000_000;

interface Record {
  readonly fields: readonly string[];
  /** Where each field starts in the buffer. */
  readonly starts: readonly number[];
  readonly next: number;
}

interface Field {
  readonly text: string;
  readonly end: number;
}

/** What cannot be read: where it goes wrong, and a place in the line that it spoils. The next line is read again. */
interface Broken {
  readonly at: number;
  readonly kind: FaultKind;
  readonly from: number;
}

type FaultKind = 'open quote' | 'after quote' | 'bare quote' | 'too long';

const sentences: { readonly [K in FaultKind]: Pick<Fault, 'what' | 'fix'> } = {
  'open quote': {
    what: { en: 'a quote opens here and is never closed.', zh: '此处的引号没有闭合。' },
    fix: { en: 'Close it, or double it: "".', zh: '请补上引号，或写成两个引号 ""。' },
  },
  'after quote': {
    what: { en: 'text follows a closing quote.', zh: '右引号之后还有文字。' },
    fix: {
      en: 'Double the quotes inside of a quoted field: "".',
      zh: '请把字段内部的引号写成两个：""。',
    },
  },
  'bare quote': {
    what: { en: 'a quote stands inside of an unquoted field.', zh: '没有加引号的字段中有引号。' },
    fix: {
      en: 'Put the field in quotes and double those inside: "".',
      zh: '请给字段加上引号，并把内部的引号写成两个：""。',
    },
  },
  'too long': {
    what: { en: 'the row has more than 8 million characters.', zh: '该行超过 800 万个字符。' },
    fix: { en: 'Split it into several rows.', zh: '请拆成多行。' },
  },
};

/**
 * Reads comma-separated values that arrive in pieces, whose line ends are `\n` alone.
 * @see RFC 4180; with tabs between the fields, a quote that does not enclose a whole field is a character like others
 */
export class CsvReader {
  private readonly delimiter: string;
  private readonly hear: RowHearer;
  private buffer = '';
  private line = 1;
  /** The rest of a line whose start was faulty is passed over. */
  private skipping = false;
  /** The lines read now may lie inside of quotes that nobody could make out. */
  private doubtful = false;

  constructor(delimiter: string, hear: RowHearer) {
    this.delimiter = delimiter;
    this.hear = hear;
  }

  push(text: string): void {
    this.buffer += text;
    // A row that has not come to its end is not looked at again before it may have.
    const mayEnd = text.includes('\n') || this.buffer.length > LONGEST_RECORD;
    if (this.skipping || mayEnd) this.read(false);
  }

  end(): void {
    this.read(true);
  }

  private read(ended: boolean): void {
    const { buffer } = this;
    let at = this.skipping ? this.passOver(0, 0) : 0;
    while (at < buffer.length) {
      const parsed = this.bounded(at, ended);
      if (parsed === 'more') break;
      if ('kind' in parsed) {
        this.tellFault(at, parsed.at, parsed.kind);
        if (parsed.kind === 'open quote') this.doubtful = true;
        at = this.passOver(at, parsed.from);
      } else {
        this.tell(parsed);
        this.line += countLines(buffer, at, parsed.next);
        at = parsed.next;
      }
    }
    this.buffer = buffer.slice(at);
  }

  /** The start of the line after `from`; when that has not come, what comes is passed over up to there. */
  private passOver(start: number, from: number): number {
    const { buffer } = this;
    const end = buffer.indexOf('\n', from);
    this.skipping = end < 0;
    const next = end < 0 ? buffer.length : end + 1;
    this.line += countLines(buffer, start, next);
    return next;
  }

  private bounded(start: number, ended: boolean): Record | Broken | 'more' {
    const parsed = this.sure(this.record(start, ended));
    const end = parsed === 'more' ? this.buffer.length : 'kind' in parsed ? parsed.at : parsed.next;
    if (end - start <= LONGEST_RECORD) return parsed;
    const whole = parsed !== 'more' && 'next' in parsed;
    return { at: start, kind: 'too long', from: whole ? parsed.next - 1 : start };
  }

  /** After a quote that was never closed, a row counts again once no field of it holds a quote where none may be. */
  private sure(parsed: Record | Broken | 'more'): Record | Broken | 'more' {
    if (!this.doubtful || parsed === 'more' || 'kind' in parsed) return parsed;
    const { starts, next } = parsed;
    const bare = starts.find((at) => this.buffer[at] !== '"' && this.plain(at).text.includes('"'));
    this.doubtful = bare !== undefined;
    return bare === undefined ? parsed : { at: bare, kind: 'bare quote', from: next - 1 };
  }

  private tell({ fields, starts, next }: Record): void {
    const { line, buffer } = this;
    if (fields.length === 1 && fields[0] === '') return;
    const end = buffer[next - 1] === '\n' ? next - 1 : next;
    const place = (field: number) => this.placeOf(starts[0] ?? 0, starts[field] ?? end);
    this.hear.row({ line, fields, place });
  }

  private tellFault(start: number, at: number, kind: FaultKind): void {
    this.hear.fault({ ...this.placeOf(start, at), ...sentences[kind] });
  }

  /** Line and column of `at` in a record that starts at `start` of the current line. */
  private placeOf(start: number, at: number) {
    const line = this.line + countLines(this.buffer, start, at);
    const lineStart = this.buffer.lastIndexOf('\n', at - 1) + 1;
    return { line, column: at - Math.max(lineStart, start) + 1 };
  }

  private record(start: number, ended: boolean): Record | Broken | 'more' {
    const { buffer, delimiter } = this;
    const fields: string[] = [];
    const starts: number[] = [];
    for (let at = start; ; at++) {
      starts.push(at);
      const field = buffer[at] === '"' ? this.quoted(at, ended) : this.plain(at);
      if (field === 'more' || 'kind' in field) return field;
      fields.push(field.text);
      at = field.end;
      if (buffer[at] === delimiter) continue;
      const whole = ended || at < buffer.length;
      return whole ? { fields, starts, next: Math.min(at + 1, buffer.length) } : 'more';
    }
  }

  private plain(start: number): Field {
    const { buffer } = this;
    const stop = this.delimiter.charCodeAt(0);
    let end = start;
    for (; end < buffer.length; end++) {
      const unit = buffer.charCodeAt(end);
      if (unit === stop || unit === 0x0a) break;
    }
    return { text: buffer.slice(start, end), end };
  }

  private quoted(start: number, ended: boolean): Field | Broken | 'more' {
    const { buffer, delimiter } = this;
    const limit = Math.min(buffer.length, start + LONGEST_QUOTED);
    const close = this.closing(start, limit);
    if (close < 0) {
      if (!ended && limit === buffer.length) return 'more';
      return this.unquoted(start, { at: start, kind: 'open quote', from: start });
    }
    if (close + 1 === buffer.length && !ended) return 'more';
    const follows = buffer[close + 1] ?? '\n';
    const inside = buffer.slice(start + 1, close);
    if (follows === delimiter || follows === '\n') {
      return { text: inside.replaceAll('""', '"'), end: close + 1 };
    }
    // A quote in a later line that closes no field opens one: it is the one before that was never closed.
    const fault: Broken = inside.includes('\n')
      ? { at: start, kind: 'open quote', from: start }
      : { at: close + 1, kind: 'after quote', from: close };
    return this.unquoted(start, fault);
  }

  /** The quote before `limit` that ends the field that starts with one; −1 = there is none. */
  private closing(start: number, limit: number): number {
    const { buffer } = this;
    let close = buffer.indexOf('"', start + 1);
    while (close >= 0 && close < limit && buffer[close + 1] === '"') {
      close = buffer.indexOf('"', close + 2);
    }
    return close < limit ? close : -1;
  }

  /** With tabs between the fields, quotes are text unless they enclose a field. */
  private unquoted(start: number, fault: Broken): Field | Broken {
    return this.delimiter === '\t' ? this.plain(start) : fault;
  }
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}
