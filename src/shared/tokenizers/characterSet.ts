const MAX_POINT = 0x10ffff;

/** The distinct characters of a text that comes in pieces. */
export class CharacterSet {
  private readonly seen = new Uint8Array(MAX_POINT + 1);

  /** No character may be cut between two pieces. */
  add(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i) ?? 0;
      if (point > 0xffff) i++;
      this.seen[point] = 1;
    }
  }

  /** In code point order; halves of characters are none. */
  text(): string {
    const { seen } = this;
    seen.fill(0, 0xd800, 0xe000);
    const points: string[] = [];
    for (let point = seen.indexOf(1); point >= 0; point = seen.indexOf(1, point + 1)) {
      points.push(String.fromCodePoint(point));
    }
    return points.join('');
  }
}
