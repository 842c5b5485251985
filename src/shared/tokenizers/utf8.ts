/** The bytes of a text without half characters. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(lengthUtf8(text));
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point > 0xffff) i++;
    at = writePoint(bytes, at, point);
  }
  return bytes;
}

function lengthUtf8(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if ((text.codePointAt(i) ?? 0) > 0xffff) {
      length += 4;
      i++;
    } else length += 3;
  }
  return length;
}

function writePoint(bytes: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    bytes[at] = point;
    return at + 1;
  }
  const following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const lead = following === 1 ? 0xc0 : following === 2 ? 0xe0 : 0xf0;
  bytes[at] = lead | (point >> (6 * following));
  for (let i = 1; i <= following; i++) {
    bytes[at + i] = 0x80 | ((point >> (6 * (following - i))) & 0x3f);
  }
  return at + following + 1;
}

/** A byte that is no part of a whole character, as shown: `⟨E4⟩`. */
export function byteChip(byte: number): string {
  return `⟨${byte.toString(16).toUpperCase().padStart(2, '0')}⟩`;
}

/** How many bytes the character takes that starts with this byte; 0 = no character starts so. */
function lengthFrom(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/** Whether `byte` may be second after `lead`: neither overlong, nor a surrogate, nor beyond U+10FFFF. */
function maySecond(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte < 0xc0;
  if (lead === 0xed) return byte >= 0x80 && byte < 0xa0;
  if (lead === 0xf0) return byte >= 0x90 && byte < 0xc0;
  if (lead === 0xf4) return byte >= 0x80 && byte < 0x90;
  return byte >= 0x80 && byte < 0xc0;
}

/** What stands at the start of some bytes: a whole character, a byte that belongs to none, or the start of a character. */
export type Next =
  | { readonly kind: 'character'; readonly text: string; readonly length: number }
  | { readonly kind: 'byte' }
  | { readonly kind: 'unfinished' };

/** Reads one character of `bytes` from `at` on; never answers U+FFFD for what is not in the bytes. */
export function nextCharacter(bytes: ArrayLike<number>, at: number): Next {
  const lead = bytes[at] ?? 0;
  const length = lengthFrom(lead);
  if (length === 0) return { kind: 'byte' };
  let point = length === 1 ? lead : lead & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return { kind: 'unfinished' };
    const fits = i === 1 ? maySecond(lead, byte) : byte >= 0x80 && byte < 0xc0;
    if (!fits) return { kind: 'byte' };
    point = (point << 6) | (byte & 0x3f);
  }
  return { kind: 'character', text: String.fromCodePoint(point), length };
}
