import { wholeCharacter } from './textFile';

/** UTF-16 units of a piece, about. */
const PIECE = 2 ** 20;
/** A piece ends before a space, if there is one this near to its end. */
const NEAR = 2000;

/**
 * Cuts a text that arrives bit by bit into pieces to encode. Where it cuts depends on the text alone, never on how it
 * arrived, and never is a word cut: a piece ends before white space.
 */
export class Pieces {
  private readonly emit: (piece: string) => void;
  private readonly size: number;
  private waiting: string[] = [];
  private length = 0;

  constructor(emit: (piece: string) => void, size = PIECE) {
    this.emit = emit;
    this.size = size;
  }

  push(text: string): void {
    if (text === '') return;
    this.waiting.push(text);
    this.length += text.length;
    if (this.length <= this.size) return;
    let rest = this.waiting.join('');
    while (rest.length > this.size) {
      const at = cutBefore(rest, this.size);
      this.emit(rest.slice(0, at));
      rest = rest.slice(at);
    }
    this.waiting = rest === '' ? [] : [rest];
    this.length = rest.length;
  }

  end(): void {
    const rest = this.waiting.join('');
    this.waiting = [];
    this.length = 0;
    if (rest !== '') this.emit(rest);
  }
}

/** A place of at most `size` between a word and the space after it, else between two characters. */
function cutBefore(text: string, size: number): number {
  for (let at = size; at > Math.max(1, size - NEAR); at--) {
    if (isSpace(text.charCodeAt(at)) && !isSpace(text.charCodeAt(at - 1))) return at;
  }
  return wholeCharacter(text, size);
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x3000;
}
