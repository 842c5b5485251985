import { exampleKey, keyOf } from '../tensor/random';

/** One of so many records is for validation. */
const EVERY = 10;
const key = keyOf(0, 0, 'held out');

/** Whether record i is for validation: of every ten in a row one is, drawn by lot, in every run the same. */
export function isHeldOut(i: number): boolean {
  return i % EVERY === exampleKey(key, Math.floor(i / EVERY)) % EVERY;
}
