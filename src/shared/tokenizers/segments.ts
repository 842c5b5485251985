/** The platform's cutter takes far more than its share of time for a long text. */
const LONGEST = 2000;
/** A piece ends after the last of these that it holds. */
const ENDS = ['\n', '。', '！', '？', '.', '，', ',', ' '];

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Shows every word of a text, and what lies between words, in order; together they are the text. */
export function eachWord(text: string, visit: (word: string) => void): void {
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from);
    for (const { segment } of segmenter.segment(text.slice(from, to))) visit(segment);
    from = to;
  }
}

/** Where a piece that begins at `from` ends: depends on the text after `from` alone. */
function endOfPiece(text: string, from: number): number {
  const most = from + LONGEST;
  if (most >= text.length) return text.length;
  const piece = text.slice(from, most);
  for (const end of ENDS) {
    const at = piece.lastIndexOf(end);
    if (at > LONGEST / 4) return from + at + 1;
  }
  const unit = text.charCodeAt(most);
  return unit >= 0xdc00 && unit < 0xe000 ? most - 1 : most;
}
