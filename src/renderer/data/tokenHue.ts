const HUES = 6;

/** A colour for each token: its own wherever it stands, unless its neighbour before has the same. */
export function tokenHues(tokens: readonly string[]): number[] {
  const hues: number[] = [];
  tokens.forEach((token, place) => {
    const hue = hash(token) % HUES;
    const before = hues[place - 1];
    const clash = before === hue && tokens[place - 1] !== token;
    hues.push(clash ? (hue + 1) % HUES : hue);
  });
  return hues;
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
