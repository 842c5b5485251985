/** Where a text stops being JSON, counted from 0; −1 when it is JSON throughout. @see RFC 8259 */
export function jsonFault(text: string): number {
  return new Scanner(text).fault();
}

const plainValue = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Reads JSON only to find where it goes wrong. Neither depth nor length costs it stack. */
class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The place of the first character that cannot stand where it stands; the end of a text that is cut off; else −1. */
  fault(): number {
    /** What closes the lists and objects that are open, the innermost last. */
    const open: string[] = [];
    do {
      if (!this.value(open)) return this.at;
      this.close(open);
    } while (open.length > 0 && this.eat(',') && (open.at(-1) === ']' || this.key()));
    return open.length === 0 && this.at === this.text.length ? -1 : this.at;
  }

  private eat(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++;
  }

  /** A value, or the start of a list or an object up to its first inner value. */
  private value(open: string[]): boolean {
    for (;;) {
      this.space();
      if (this.eat('[')) open.push(']');
      else if (this.eat('{')) open.push('}');
      else return this.text[this.at] === '"' ? this.string() : this.plain();
      this.space();
      if (this.text[this.at] === open.at(-1)) return true;
      if (open.at(-1) === '}' && !this.key()) return false;
    }
  }

  /** Every list and object that ends here. */
  private close(open: string[]): void {
    for (;;) {
      this.space();
      const end = open.at(-1);
      if (end === undefined || !this.eat(end)) return;
      open.pop();
    }
  }

  private key(): boolean {
    this.space();
    if (this.text[this.at] !== '"' || !this.string()) return false;
    this.space();
    return this.eat(':');
  }

  private string(): boolean {
    this.at++;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? '';
      if (character === '"') return this.eat('"');
      if (character < ' ') return false;
      if (character !== '\\') continue;
      const [escaped] =
        /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.text.slice(this.at, this.at + 6)) ?? [];
      if (escaped === undefined) return false;
      this.at += escaped.length - 1;
    }
    return false;
  }

  /** A number, true, false or null. */
  private plain(): boolean {
    plainValue.lastIndex = this.at;
    const [whole] = plainValue.exec(this.text) ?? [];
    if (whole === undefined) {
      // The start of a word at the very end of the text was cut off.
      const isCut = /^(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(
        this.text.slice(this.at, this.at + 5),
      );
      if (isCut) this.at = this.text.length;
      return false;
    }
    this.at += whole.length;
    return true;
  }
}
