import { fail, sameText } from '@shared/contract/problem';

/** Turns the bytes of a file, which arrive in pieces, into text. */
export interface TextStream {
  push(bytes: Uint8Array): string;
  end(): string;
}

/**
 * The text of a file in this encoding. Line ends become `\n`; a byte order mark is not part of the text; what cannot
 * be read becomes U+FFFD.
 * @throws ProblemError when there is no such encoding.
 */
export function textStream(label: string, name: string): TextStream {
  const decoder = decoderFor(label, name);
  let held = '';
  const plain = (text: string, ended: boolean) => {
    const whole = held + text;
    held = !ended && whole.endsWith('\r') ? '\r' : '';
    const now = held === '' ? whole : whole.slice(0, -1);
    return now.includes('\r') ? now.replace(/\r\n?/g, '\n') : now;
  };
  return {
    push: (bytes) => plain(decoder.decode(bytes, { stream: true }), false),
    end: () => plain(decoder.decode(), true),
  };
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
