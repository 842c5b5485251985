/** Bytes that stand for themselves when a token is written down: visible characters of Latin-1. */
function isPlain(byte: number): boolean {
  return (
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte < 256)
  );
}

/** How each byte is written in a byte-level vocabulary: one visible character each. @see GPT-2, `bytes_to_unicode` */
const spelling: readonly string[] = (() => {
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(isPlain(byte) ? byte : 256 + others++),
  );
})();

const byteOfCode = new Map(spelling.map((character, byte) => [character.charCodeAt(0), byte]));

/** The 256 spelled bytes in the order of their characters: the first tokens of a vocabulary. */
export const alphabet: readonly string[] = [...spelling].sort();

/** Byte → its place in `alphabet`. */
export const placeOfByte: Uint8Array = Uint8Array.from(spelling, (character) =>
  alphabet.indexOf(character),
);

/** The bytes of a spelled token; null when it is no such spelling. */
export function bytesOfSpelling(spelled: string): Uint8Array | null {
  const bytes = new Uint8Array(spelled.length);
  for (let i = 0; i < spelled.length; i++) {
    const byte = byteOfCode.get(spelled.charCodeAt(i));
    if (byte === undefined) return null;
    bytes[i] = byte;
  }
  return bytes;
}
