import { hashText } from './hash';
import { idArray, type Tokenizer } from './tokenizer';

/**
 * A tokenizer for texts made of a fixed list of symbols, such as a synthetic task's: symbols of one character stand
 * side by side, others apart. What is no symbol is passed over and counted.
 */
export function symbolTokenizer(
  specials: readonly string[],
  symbols: readonly string[],
): Tokenizer {
  const names = [...specials, ...symbols];
  const idOf = new Map(names.map((name, id) => [name, id]));
  const space = symbols.every((symbol) => [...symbol].length === 1) ? '' : ' ';
  const name = (id: number) => names[id] ?? '';
  return {
    type: 'symbols',
    n_vocab: names.length,
    hash: hashText(`symbols\n${names.join('\n')}`),
    specials: new Map(specials.map((token, id) => [token, id])),
    encode(text) {
      const found = cut(text, space, specials).map((symbol) => idOf.get(symbol) ?? -1);
      const known = found.filter((id) => id >= 0);
      const ids = idArray(names.length, known.length);
      ids.set(known);
      return { ids, n_unknown: found.length - known.length };
    },
    decode: (ids) => Array.from(ids, name).join(space),
    decoder: () => streamDecoder(name, space),
    pieces: (ids) => Array.from(ids, name),
    save: () => ({ type: 'symbols', specials: [...specials], symbols: [...symbols] }),
  };
}

function cut(text: string, space: string, specials: readonly string[]): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (space !== '') return words;
  return words.flatMap((word) => (specials.includes(word) ? [word] : [...word]));
}

function streamDecoder(name: (id: number) => string, space: string) {
  let first = true;
  return {
    push(id: number) {
      const text = first ? name(id) : space + name(id);
      first = false;
      return text;
    },
    end: () => '',
  };
}
