import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pieces } from './pieces';

/** The pieces of a text that arrives in bits of that length. */
function piecesOf(text: string, bit: number, size: number): string[] {
  const found: string[] = [];
  const pieces = new Pieces((piece) => void found.push(piece), size);
  const characters = [...text];
  for (let i = 0; i < characters.length; i += bit) {
    pieces.push(characters.slice(i, i + bit).join(''));
  }
  pieces.end();
  return found;
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '🐼', '词'), maxLength: 60 });

describe('pieces of a text', () => {
  it('are the text, and do not depend on how it arrived', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 3, max: 20 }),
        (whole, bit, size) => {
          const pieces = piecesOf(whole, bit, size);
          expect(pieces.join('')).toBe(whole);
          expect(pieces).toEqual(piecesOf(whole, 60, size));
          expect(pieces.every((piece) => piece !== '' && piece.length <= size)).toBe(true);
        },
      ),
    );
  });

  it('end before white space, never inside a word or a character', () => {
    expect(piecesOf('one two three', 2, 8)).toEqual(['one two', ' three']);
    expect(piecesOf('a  bc  d', 2, 5)).toEqual(['a  bc', '  d']);
    expect(piecesOf('🐼🐼🐼', 1, 3)).toEqual(['🐼', '🐼', '🐼']);
  });
});
