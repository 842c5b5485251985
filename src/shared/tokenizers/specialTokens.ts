/** What finds special tokens in a text: the first one, and of those that begin there the longest; null = there are none. */
export function specialPattern(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null;
  const longestFirst = [...texts].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escaped).join('|'), 'gu');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) =>
    character === '-' ? '\\x2d' : `\\${character}`,
  );
}

/** Shows the parts of a text in order: special tokens, and what lies between. */
export function eachPart(
  text: string,
  pattern: RegExp | null,
  visit: (part: string, isSpecial: boolean) => void,
): void {
  let from = 0;
  if (pattern !== null) {
    for (const { 0: special, index } of text.matchAll(pattern)) {
      if (index > from) visit(text.slice(from, index), false);
      visit(special, true);
      from = index + special.length;
    }
  }
  if (from < text.length) visit(from === 0 ? text : text.slice(from), false);
}
