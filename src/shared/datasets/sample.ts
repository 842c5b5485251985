const MAX_POINT = 0x10ffff;
/** UTF-16 units that are enough to learn the parts of words from. */
const ENOUGH = 2 ** 24;

/** What a tokenizer is fitted on, gathered from a training part of any length. */
export interface FitSample {
  /** Answers whether more would help. */
  add(text: string): boolean;
  text(): string;
}

/** The start of the text. */
export function startSample(enough = ENOUGH): FitSample {
  const parts: string[] = [];
  let length = 0;
  return {
    add(text) {
      parts.push(text);
      length += text.length;
      return length < enough;
    },
    text: () => parts.join(''),
  };
}

/** Every character of the text once: all that a vocabulary of characters depends on. */
export function characterSample(): FitSample {
  const seen = new Uint8Array(MAX_POINT + 1);
  return {
    add(text) {
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < 0xd800 || unit >= 0xdc00) seen[unit] = 1;
        else seen[text.codePointAt(i++) ?? 0] = 1;
      }
      return true;
    },
    text() {
      const points: string[] = [];
      for (let point = seen.indexOf(1); point >= 0; point = seen.indexOf(1, point + 1)) {
        points.push(String.fromCodePoint(point));
      }
      return points.join('');
    },
  };
}
