const visible: ReadonlyMap<string, string> = new Map([
  [' ', '␣'],
  ['\n', '↵'],
  ['\t', '⇥'],
  ['\r', '␍'],
  ['\u00a0', '⍽'],
  ['\u3000', '□'],
]);

/** One character as shown in a row of tokens: whitespace visible, control and invisible characters by number. */
export function showCharacter(character: string): string {
  const known = visible.get(character);
  if (known !== undefined) return known;
  if (!/[\p{C}\p{Z}\p{M}]/u.test(character)) return character;
  if (/\p{M}/u.test(character)) return `◌${character}`;
  const point = character.codePointAt(0) ?? 0;
  return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A token's text as shown in a row of tokens. Marks after a character stay on it. */
export function showText(text: string): string {
  let shown = '';
  for (const character of text) {
    const joins = shown !== '' && /\p{M}/u.test(character);
    shown += joins ? character : showCharacter(character);
  }
  return shown;
}
