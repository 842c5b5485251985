/** 64 bits of a text, in two unsigned words; not for security. @see MurmurHash3, mixing constants */
function hashWords(text: string): [number, number] {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0xcc9e2d51);
    b = Math.imul(b ^ unit, 0x1b873593);
    a = (a << 15) | (a >>> 17);
    b = (b << 13) | (b >>> 19);
  }
  return [finish(a ^ (b >>> 16)), finish(b ^ (a >>> 13))];
}

/** A short name for a text: 16 hexadecimal digits, not for security. */
export function hashText(text: string): string {
  return hashWords(text).map(hex).join('');
}

/** 52 bits that hardly two texts share: a whole number below 2⁵². */
export function fingerprint(text: string): number {
  const [high, low] = hashWords(text);
  return (high & 0xfffff) * 2 ** 32 + low;
}

function finish(x: number): number {
  let y = x;
  y = Math.imul(y ^ (y >>> 16), 0x85ebca6b);
  y = Math.imul(y ^ (y >>> 13), 0xc2b2ae35);
  return (y ^ (y >>> 16)) >>> 0;
}

function hex(x: number): string {
  return x.toString(16).padStart(8, '0');
}
