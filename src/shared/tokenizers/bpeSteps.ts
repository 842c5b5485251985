import { byteIds } from './bpeFit';
import { openMerges } from './bpeMerge';
import { type BpeState, byteTokens, mergeResults } from './bpeState';
import { bytesOfSpelling } from './byteLevel';
import { showBytes } from './byteText';
import { eachPreToken } from './preTokens';

/** One merge as shown: what it joins, what it makes, and how often that stood in the text it was learnt from. */
export interface MergeStep {
  readonly first: string;
  readonly second: string;
  readonly made: string;
  /** null = not known. */
  readonly count: number | null;
}

/** A text cut by the first merges. */
export interface CutText {
  readonly pieces: readonly string[];
  /** Of each piece, whether the last of these merges made it. */
  readonly isNew: readonly boolean[];
}

/** Looks at a BPE merge by merge. */
export interface BpeSteps {
  readonly n_merges: number;
  /** `number` counts from 1. */
  merge(number: number): MergeStep | null;
  /** Cuts a text by the first `n_merges` merges alone. */
  cut(text: string, n_merges: number): CutText;
}

export function openSteps(state: BpeState): BpeSteps {
  const { tokens, merges, counts, split, normalize } = state;
  const results = mergeResults(state);
  const merger = openMerges(merges, results);
  const idOfByte = byteTokens(state);
  const show = (id: number): string =>
    showBytes(bytesOfSpelling(tokens[id] ?? '') ?? new Uint8Array(0));
  return {
    n_merges: results.length,
    merge(number) {
      const made = results[number - 1];
      if (made === undefined) return null;
      const [first = 0, second = 0] = merges.slice(2 * number - 2, 2 * number);
      const count = counts[number - 1] ?? null;
      return { first: show(first), second: show(second), made: show(made), count };
    },
    cut(text, n_merges) {
      const made = results[n_merges - 1];
      const ids: number[] = [];
      eachPreToken(normalize === 'nfc' ? text.normalize('NFC') : text, split, (piece) => {
        const bytes = Int32Array.from(byteIds(piece), (place) => idOfByte[place] ?? 0);
        for (const id of merger.merge(bytes, n_merges)) ids.push(id);
      });
      return { pieces: ids.map(show), isNew: ids.map((id) => id === made) };
    },
  };
}
