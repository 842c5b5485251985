import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../files/folder.testing';
import { textStream } from './decode';
import { encodingFinder } from './encoding';

/** Reads bytes as a file is read: in pieces. */
function decodeText(bytes: Uint8Array, chosen: string | null, size = 50) {
  const finder = encodingFinder();
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  for (const piece of pieces) finder.push(piece);
  const found = finder.end();
  const encoding = chosen === null ? found : { label: chosen, from: 'chosen' };
  const stream = textStream(encoding.label, 'x.txt');
  return { text: pieces.map(stream.push).join('') + stream.end(), encoding };
}

const chinese = '春眠不觉晓，处处闻啼鸟。\n夜来风雨声，花落知多少。\n'.repeat(3);
const traditional = '春眠不覺曉，處處聞啼鳥。\n夜來風雨聲，花落知多少。\n'.repeat(8);
const japanese = '吾輩は猫である。名前はまだ無い。\nどこで生れたかとんと見当がつかぬ。\n'.repeat(4);
const english = 'It was a dark and stormy night;\nthe rain fell in torrents.\n'.repeat(3);
const french = 'Un été à la mer, où le garçon élève naïf était déjà fatigué.\n'.repeat(4);

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) bytes.setUint16(2 * i, text.charCodeAt(i), littleEndian);
  return new Uint8Array(bytes.buffer);
}

/** Encodes by turning the decoder round: every character of the text is looked up. */
function encode(text: string, label: string): Uint8Array {
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(label);
  for (let a = 0; a < 256; a++) {
    const one = decoder.decode(Uint8Array.of(a));
    if (one.length === 1 && one !== '\ufffd') table.set(one, [a]);
  }
  for (let a = 0x81; a < 0xff; a++)
    for (let b = 0x40; b < 0xff; b++) {
      const two = decoder.decode(Uint8Array.of(a, b));
      if (two.length === 1 && two !== '\ufffd' && !table.has(two)) table.set(two, [a, b]);
    }
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x3f]));
}

const bom = (bytes: readonly number[], text: Uint8Array) => Uint8Array.from([...bytes, ...text]);
const utf8 = (text: string) => new TextEncoder().encode(text);

const table: readonly (readonly [string, Uint8Array, string, string, string])[] = [
  ['UTF-8 with a mark', bom([0xef, 0xbb, 0xbf], utf8(chinese)), 'utf-8', 'bom', chinese],
  ['UTF-16 LE with a mark', bom([0xff, 0xfe], utf16(chinese, true)), 'utf-16le', 'bom', chinese],
  ['UTF-16 BE with a mark', bom([0xfe, 0xff], utf16(chinese, false)), 'utf-16be', 'bom', chinese],
  ['ASCII', utf8(english), 'utf-8', 'utf-8', english],
  ['UTF-8 Chinese', utf8(chinese), 'utf-8', 'utf-8', chinese],
  ['UTF-16 LE English', utf16(english, true), 'utf-16le', 'pattern', english],
  ['UTF-16 BE English', utf16(english, false), 'utf-16be', 'pattern', english],
  ['UTF-16 LE Chinese', utf16(chinese, true), 'utf-16le', 'pattern', chinese],
  ['UTF-16 BE Chinese', utf16(chinese, false), 'utf-16be', 'pattern', chinese],
  ['UTF-16 LE Japanese', utf16(japanese, true), 'utf-16le', 'pattern', japanese],
  ['GBK', encode(chinese, 'gbk'), 'gb18030', 'guess', chinese],
  ['a short GBK text', encode('你好，世界。', 'gbk'), 'gb18030', 'guess', '你好，世界。'],
  ['Big5', encode(traditional, 'big5'), 'big5', 'guess', traditional],
  ['Shift-JIS', encode(japanese, 'shift_jis'), 'shift_jis', 'guess', japanese],
  ['EUC-JP', encode(japanese, 'euc-jp'), 'euc-jp', 'guess', japanese],
  ['Latin-1', encode(french, 'windows-1252'), 'windows-1252', 'guess', french],
];

describe('the encoding of a text', () => {
  it.each(table)('is found: %s', (_, bytes, label, from, text) => {
    expect(decodeText(bytes, null)).toEqual({ text, encoding: { label, from } });
  });

  it('can be chosen', () => {
    const { text, encoding } = decodeText(encode(chinese, 'gbk'), 'gbk');
    expect(text).toBe(chinese);
    expect(encoding).toEqual({ label: 'gbk', from: 'chosen' });
  });

  it('that is unknown is named', async () => {
    expect(await sentenceOf(() => decodeText(utf8('a'), 'klingon'))).toBe(
      'x.txt: there is no encoding "klingon". Use utf-8, utf-16le, gb18030, big5 or shift_jis.',
    );
  });

  it('is UTF-8 although the last character is cut off, with a sign where it was', () => {
    const cut = utf8(chinese).subarray(0, -5);
    const { text, encoding } = decodeText(cut, null);
    expect(encoding.label).toBe('utf-8');
    expect(text.startsWith(chinese.slice(0, -3))).toBe(true);
  });

  it('of nothing is UTF-8', () => {
    expect(decodeText(new Uint8Array(), null)).toEqual({
      text: '',
      encoding: { label: 'utf-8', from: 'utf-8' },
    });
  });
});

it.each([1, 2, 50])('turns every line end into a new line, in pieces of %i bytes', (size) => {
  const text = decodeText(utf8('a\r\nb\rc\n\r\r\n\r'), null, size).text;
  expect(text).toBe('a\nb\nc\n\n\n\n');
});

it('finds an encoding for any bytes at once', () => {
  let state = 1;
  for (let length = 0; length < 400; length++) {
    const bytes = Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
    expect(decodeText(bytes, null).text).toBeTypeOf('string');
  }
});
