import { fail, sameText } from '@shared/contract/problem';
import { type Encoding, findEncoding } from './encoding';

/** V8 holds no longer text. */
const MAX_CHARACTERS = 2 ** 29 - 24;

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/**
 * The text of a file's bytes. Line ends become `\n`; a byte order mark is not part of the text.
 * @param chosen the encoding the person chose; null = find it.
 * @throws ProblemError when the encoding is unknown or the text longer than a text can be.
 */
export function decodeText(bytes: Uint8Array, chosen: string | null, name: string): DecodedText {
  const encoding: Encoding =
    chosen === null ? findEncoding(bytes) : { label: chosen, from: 'chosen' };
  const decoder = decoderFor(encoding.label, name);
  if (bytes.length > 2 * MAX_CHARACTERS) tooLong(bytes.length, name);
  try {
    return { text: plainLineEnds(decoder.decode(bytes)), encoding };
  } catch {
    return tooLong(bytes.length, name);
  }
}

function plainLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function decoderFor(label: string, name: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return fail(
      sameText(name),
      { en: `there is no encoding "${label}".`, zh: `没有名为“${label}”的编码。` },
      {
        en: 'Use utf-8, utf-16le, gb18030, big5 or shift_jis.',
        zh: '可用：utf-8、utf-16le、gb18030、big5、shift_jis。',
      },
    );
  }
}

function tooLong(sizeBytes: number, name: string): never {
  const megabytes = Math.round(sizeBytes / 1e6).toLocaleString('en-US');
  return fail(
    sameText(name),
    {
      en: `the text has ${megabytes} MB; at most 500 MB can be read.`,
      zh: `文本有 ${megabytes} MB，最多能读取 500 MB。`,
    },
    {
      en: 'Cut it into smaller files and open one of them.',
      zh: '请切成较小的文件后打开其中一个。',
    },
  );
}
