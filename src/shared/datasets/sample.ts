import { CharacterSet } from '../tokenizers/characterSet';

/** UTF-16 units that are enough to learn the parts of words from. */
const ENOUGH = 2 ** 24;

/** What a tokenizer is fitted on, gathered from a training part of any length. */
export interface FitSample {
  /** Answers whether more would help. */
  add(text: string): boolean;
  text(): string;
}

/** The start of the text. */
export function startSample(enough = ENOUGH): FitSample {
  const parts: string[] = [];
  let length = 0;
  return {
    add(text) {
      parts.push(text);
      length += text.length;
      return length < enough;
    },
    text: () => parts.join(''),
  };
}

/** Every character of the text once: all that a vocabulary of characters depends on. */
export function characterSample(): FitSample {
  const characters = new CharacterSet();
  return {
    add(text) {
      characters.add(text);
      return true;
    },
    text: () => characters.text(),
  };
}
