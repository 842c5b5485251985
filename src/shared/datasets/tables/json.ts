/** Where a text stops being JSON, counted from 0; −1 when it is JSON throughout. @see RFC 8259 */
export function jsonFault(text: string): number {
  const scanner = new Scanner(text);
  const whole = scanner.value(0) && scanner.atEnd();
  return whole ? -1 : scanner.furthest;
}

const MOST_NESTED = 200;
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /true|false|null/y;
const space = /[ \t\r\n]*/y;

class Scanner {
  /** Everything before was read. */
  furthest = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  atEnd(): boolean {
    this.eat(space);
    return this.furthest === this.text.length;
  }

  value(depth: number): boolean {
    this.eat(space);
    if (depth > MOST_NESTED) return false;
    switch (this.text[this.furthest]) {
      case '{':
        return this.list('}', () => this.member(depth + 1));
      case '[':
        return this.list(']', () => this.value(depth + 1));
      default:
        return this.eat(string) || this.eat(number) || this.eat(word);
    }
  }

  private member(depth: number): boolean {
    this.eat(space);
    return this.eat(string) && this.mark(':') && this.value(depth);
  }

  private list(close: string, item: () => boolean): boolean {
    this.furthest++;
    if (this.mark(close)) return true;
    for (;;) {
      if (!item()) return false;
      if (this.mark(close)) return true;
      if (!this.mark(',')) return false;
    }
  }

  private mark(character: string): boolean {
    this.eat(space);
    if (this.text[this.furthest] !== character) return false;
    this.furthest++;
    return true;
  }

  private eat(pattern: RegExp): boolean {
    pattern.lastIndex = this.furthest;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    this.furthest += found[0].length;
    return true;
  }
}
