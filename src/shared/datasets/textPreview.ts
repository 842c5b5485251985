const PREVIEW_LINES = 40;
const PREVIEW_CHARACTERS = 2000;

/** The first lines of a text, never half a character. */
export function firstLines(text: string): string {
  const start = text.slice(0, PREVIEW_CHARACTERS);
  const whole = /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
  return whole.split('\n', PREVIEW_LINES).join('\n');
}

/** Characters (Unicode code points) of a text. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 0xd800 && (text.codePointAt(i) ?? 0) > 0xffff) count--;
  }
  return count;
}
