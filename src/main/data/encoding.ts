import { isUtf8 } from 'node:buffer';
import type { DataPreview } from '@shared/contract/calls';
import { analyse } from 'chardet';

export type EncodingFrom = DataPreview['encodingFrom'];

export interface Encoding {
  /** A label of the encoding standard, such as `utf-8`, `gb18030`. */
  readonly label: string;
  readonly from: EncodingFrom;
}

/** Statistics over this much of a file settle its encoding. */
const LOOKED_AT = 65_536;

/** What chardet calls an encoding → its label. GB18030 contains GBK contains GB2312. */
const guessable: ReadonlyMap<string, string> = new Map([
  ['UTF-8', 'utf-8'],
  ['GB18030', 'gb18030'],
  ['Big5', 'big5'],
  ['Shift_JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['ISO-2022-JP', 'iso-2022-jp'],
  ['EUC-KR', 'euc-kr'],
  ['windows-1250', 'windows-1250'],
  ['windows-1251', 'windows-1251'],
  ['windows-1252', 'windows-1252'],
  ['windows-1253', 'windows-1253'],
  ['KOI8-R', 'koi8-r'],
  ['ISO-8859-1', 'windows-1252'],
  ['ISO-8859-2', 'iso-8859-2'],
  ['ISO-8859-5', 'iso-8859-5'],
  ['ISO-8859-7', 'iso-8859-7'],
]);
const SURE = 50;

/** The encoding that the first bytes announce. */
function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** Whether bytes can be read in this encoding without a fault; their last character may be cut off. */
function readable(bytes: Uint8Array, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** From … to, of UTF-16 units that common text is made of: ASCII, CJK with its punctuation, kana. */
const common = [
  [0x09, 0x0d],
  [0x20, 0x7e],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xff00, 0xffef],
] as const;

function commonShare(bytes: Uint8Array, littleEndian: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length & ~1);
  let count = 0;
  for (let at = 0; at < view.byteLength; at += 2) {
    const unit = view.getUint16(at, littleEndian);
    if (common.some(([from, to]) => unit >= from && unit <= to)) count++;
  }
  return (2 * count) / view.byteLength;
}

/** Share of 16-bit units whose first (0) or second (1) byte is NUL. */
function nulShare(bytes: Uint8Array, byte: 0 | 1): number {
  let count = 0;
  for (let at = byte; at < bytes.length; at += 2) if (bytes[at] === 0) count++;
  return (2 * count) / bytes.length;
}

/** UTF-16 without a mark: half of each Latin character is NUL; of other text nearly all is common in one order only. */
function utf16Pattern(start: Uint8Array): string | null {
  if (start.length < 4) return null;
  const first = nulShare(start, 0);
  const second = nulShare(start, 1);
  if (second > 0.1 && first < 0.01) return 'utf-16le';
  if (first > 0.1 && second < 0.01) return 'utf-16be';
  const littleEndian = commonShare(start, true);
  const bigEndian = commonShare(start, false);
  if (littleEndian > 0.9 && bigEndian < 0.7) return 'utf-16le';
  if (bigEndian > 0.9 && littleEndian < 0.7) return 'utf-16be';
  return null;
}

/** Statistics of short texts mislead; two-byte Chinese is hard to be by chance. */
function shortChinese(start: Uint8Array): boolean {
  if (!readable(start, 'gb18030')) return false;
  const text = new TextDecoder('gb18030').decode(start);
  const others = [...text].filter((character) => character > '\x7f');
  const chinese = others.filter((character) =>
    /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(character),
  );
  return chinese.length > 0.9 * others.length;
}

function guess(start: Uint8Array): string {
  const matches = analyse(start).filter(({ name }) => guessable.has(name));
  const best = matches[0];
  if ((best?.confidence ?? 0) < SURE && shortChinese(start)) return 'gb18030';
  return guessable.get(best?.name ?? '') ?? 'windows-1252';
}

/** Finds out how the bytes of a file, which arrive in pieces, are to be read. */
export interface EncodingFinder {
  push(bytes: Uint8Array): void;
  end(): Encoding;
}

/** By its mark, as strict UTF-8, by the pattern of UTF-16, by statistics. */
export function encodingFinder(): EncodingFinder {
  const start = new Uint8Array(LOOKED_AT);
  let length = 0;
  let held = new Uint8Array(0);
  let isText = true;
  const check = (bytes: Uint8Array) => {
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    const whole = wholeLength(all);
    isText = isUtf8(all.subarray(0, whole));
    held = all.slice(whole);
  };
  return {
    push(bytes) {
      const more = bytes.subarray(0, LOOKED_AT - length);
      start.set(more, length);
      length += more.length;
      if (isText) check(bytes);
    },
    end: () => encodingOf(start.subarray(0, length), isText && held.length === 0),
  };
}

/** How many bytes there are without a character that is cut off at the end. */
function wholeLength(bytes: Uint8Array): number {
  const most = Math.min(3, bytes.length);
  for (let back = 1; back <= most; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isLead = byte >= 0xc0;
    if (isLead) return bytes.length - (leadLength(byte) > back ? back : 0);
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function leadLength(lead: number): number {
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function encodingOf(start: Uint8Array, isText: boolean): Encoding {
  const mark = byteOrderMark(start);
  if (mark !== null) return { label: mark, from: 'bom' };
  if (isText && !start.includes(0)) return { label: 'utf-8', from: 'utf-8' };
  const pattern = utf16Pattern(start);
  if (pattern !== null) return { label: pattern, from: 'pattern' };
  if (isText) return { label: 'utf-8', from: 'utf-8' };
  return { label: guess(start), from: 'guess' };
}
