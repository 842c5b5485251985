import { ProblemError } from '@shared/contract/problem';
import fc from 'fast-check';
import { expect } from 'vitest';

const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

/** What breaks readers: numbers at the edge of their type, names of prototypes, brackets, halves of characters. */
const hostile = [
  ...[
    'NaN',
    '1e999',
    '-1e999',
    '1e308',
    '-1',
    '0',
    '2147483648',
    '9007199254740993',
    '1.5',
    '1e-400',
  ],
  ...[
    '"__proto__":',
    '"constructor":',
    '"toString":',
    '__proto__',
    'null',
    'true',
    '""',
    '"\\ud800"',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '[[[[[[[[',
    '{"a":',
    ',',
    ':',
    '"',
    '\\',
    '\n',
    '\r\n',
    '\0',
    '\u2028',
    '😀',
  ],
  ...['../..', '/etc/passwd', '<script>', '\ufeff', '\t', ';', '|'],
].map((text) => new TextEncoder().encode(text));

/** One thing that happens to a file; places are parts of its length. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('byte'), at, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('hostile'), at, cut: fc.nat(12), put: fc.nat(hostile.length - 1) }),
  fc.record({ kind: fc.constant('hole'), at, cut: fc.nat(400) }),
  fc.record({ kind: fc.constant('end'), at }),
  fc.record({ kind: fc.constant('copy'), at, from: at, size: fc.nat(300) }),
);

interface Edit {
  readonly at: number;
  readonly byte?: number;
  readonly cut?: number;
  readonly put?: number;
  readonly from?: number;
  readonly size?: number;
}

function apply(bytes: Uint8Array, { at, byte, cut, put, from, size }: Edit): Uint8Array {
  const place = Math.floor(at * bytes.length);
  if (byte !== undefined) return splice(bytes, place, 1, Uint8Array.of(byte));
  if (from !== undefined) {
    const start = Math.floor(from * bytes.length);
    return splice(bytes, place, 0, bytes.slice(start, start + (size ?? 0)));
  }
  const text = put === undefined ? undefined : hostile[put];
  return splice(bytes, place, cut ?? bytes.length, text ?? new Uint8Array(0));
}

function splice(bytes: Uint8Array, place: number, cut: number, put: Uint8Array): Uint8Array {
  const rest = bytes.subarray(Math.min(bytes.length, place + cut));
  const joined = new Uint8Array(place + put.length + rest.length);
  joined.set(bytes.subarray(0, place));
  joined.set(put, place);
  joined.set(rest, place + put.length);
  return joined;
}

/** What came of the cases of a test file so far. */
export const outcomes = { cases: 0, values: 0, problems: 0 };

/** Runs a reader: it must end with a value or with a Problem. Answers the value; null when there is none. */
export function outcomeOf<T>(read: () => T): T | null {
  try {
    const value = read();
    outcomes.values++;
    return value;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    outcomes.problems++;
    expect(error.problem.where.en).not.toBe('');
    return null;
  }
}

/** Runs a reader on copies of files after one to five edits, the same ones every time. */
export function fuzz(
  sources: readonly Uint8Array[],
  numRuns: number,
  read: (bytes: Uint8Array) => void,
): void {
  const edits = fc.array(edit, { minLength: 1, maxLength: 5 });
  const property = fc.property(fc.nat(sources.length - 1), edits, (i, all) => {
    outcomes.cases++;
    read(all.reduce<Uint8Array>(apply, sources[i] ?? new Uint8Array(0)));
  });
  fc.assert(property, { numRuns, seed: 20_240_601 });
}
