import { showText } from './show';
import { byteChip, nextCharacter } from './utf8';

/** Joins bytes that arrive one by one to characters. */
export interface ByteText {
  /** The text that became whole. A byte that belongs to no character is a chip. */
  push(byte: number): string;
  /** The bytes still waiting, as chips. */
  end(): string;
}

export function byteText(): ByteText {
  let waiting: number[] = [];
  return {
    push(byte) {
      waiting.push(byte);
      let text = '';
      while (waiting.length > 0) {
        const next = nextCharacter(waiting, 0);
        if (next.kind === 'unfinished') break;
        text += next.kind === 'character' ? next.text : byteChip(waiting[0] ?? 0);
        waiting = waiting.slice(next.kind === 'character' ? next.length : 1);
      }
      return text;
    },
    end() {
      const text = waiting.map(byteChip).join('');
      waiting = [];
      return text;
    },
  };
}

/** A token's bytes as shown in a row of tokens: whitespace visible, parts of characters as chips. */
export function showBytes(bytes: ArrayLike<number>): string {
  let shown = '';
  let whole = '';
  const flush = () => {
    shown += showText(whole);
    whole = '';
  };
  for (let at = 0; at < bytes.length; ) {
    const next = nextCharacter(bytes, at);
    if (next.kind === 'character') whole += next.text;
    else {
      flush();
      shown += byteChip(bytes[at] ?? 0);
    }
    at += next.kind === 'character' ? next.length : 1;
  }
  flush();
  return shown;
}
