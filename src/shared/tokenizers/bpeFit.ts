import { alphabet, placeOfByte } from './byteLevel';
import { Heap } from './heap';
import { type CountedWord, PairCorpus } from './pairCorpus';
import { eachPreToken, type Split } from './preTokens';
import type { Progress } from './tokenizer';
import { encodeUtf8 } from './utf8';

/** What a byte-level BPE has learnt. */
export interface BpeVocabulary {
  /** Every token as spelled (byteLevel), by id; the 256 bytes first. */
  readonly tokens: string[];
  /** The two ids of each merge, in the order learnt: first, second, first, second … */
  readonly merges: number[];
  /** How often the pair of each merge stood in the text when it was merged. */
  readonly counts: number[];
}

/** Characters of the text that merges are learnt from, at most: more of it hardly changes them. */
const MOST_CHARACTERS = 8_000_000;
/** A pair that stands once is no pattern. */
const LEAST_COUNT = 2;
/** Counting words is about this share of the work. */
const COUNTING = 0.4;
const PIECES_BETWEEN = 4096;
const MERGES_BETWEEN = 8;

/**
 * Learns merges from a text: the pair that stands most often becomes a token, again and again. Of pairs that stand
 * equally often the one with the smaller ids is taken, so the same text always gives the same tokens.
 *
 * @see Sennrich et al. 2016, algorithm 1; ties as in Hugging Face's trainer
 */
export function learnBpe(
  text: string,
  split: Split,
  n_tokens: number,
  progress: Progress,
): BpeVocabulary {
  const start = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  const words = countWords(start, split, (share) => progress(COUNTING * share));
  return learnMerges(words, n_tokens, (share) => progress(COUNTING + (1 - COUNTING) * share));
}

/** Every different piece once, in the order of the text. */
function countWords(text: string, split: Split, progress: Progress): CountedWord[] {
  const counts = new Map<string, number>();
  let n_pieces = 0;
  let n_units = 0;
  eachPreToken(text, split, (piece) => {
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
    n_units += piece.length;
    if (++n_pieces % PIECES_BETWEEN === 0) progress(n_units / text.length);
  });
  return Array.from(counts, ([piece, count]) => ({ ids: byteIds(piece), count }));
}

/** A text as the ids of its bytes. */
export function byteIds(text: string): Uint8Array {
  return encodeUtf8(text).map((byte) => placeOfByte[byte] ?? 0);
}

function learnMerges(
  words: readonly CountedWord[],
  n_tokens: number,
  progress: Progress,
): BpeVocabulary {
  const corpus = new PairCorpus(words);
  const { pairs, counts } = corpus;
  const queue = openQueue(corpus);
  for (let pair = 0; pair < pairs.size; pair++) queue.offer(pair);
  const learnt: BpeVocabulary = { tokens: [...alphabet], merges: [], counts: [] };
  const idOf = new Map(alphabet.map((token, id) => [token, id]));
  for (let turn = 1; learnt.tokens.length < n_tokens; turn++) {
    const pair = queue.best();
    if (pair === null) break;
    learnt.counts.push(counts[pair] ?? 0);
    const id = addToken(learnt, idOf, pairs.first[pair] ?? 0, pairs.second[pair] ?? 0);
    for (const grown of corpus.merge(pair, id)) queue.offer(grown);
    if (turn % MERGES_BETWEEN === 0) progress(learnt.tokens.length / n_tokens);
  }
  return learnt;
}

/** Notes a merge and answers the id of its token. Two ways to the same token share its id. */
function addToken(
  { tokens, merges }: BpeVocabulary,
  idOf: Map<string, number>,
  first: number,
  second: number,
): number {
  merges.push(first, second);
  const token = `${tokens[first]}${tokens[second]}`;
  const id = idOf.get(token) ?? tokens.push(token) - 1;
  idOf.set(token, id);
  return id;
}

/** An entry of the queue is count · PAIRS + pair. */
const PAIRS = 2 ** 27;
const countOf = (entry: number): number => Math.floor(entry / PAIRS);
const pairOf = (entry: number): number => entry - countOf(entry) * PAIRS;

/** Pairs by their counts. A count only told when it grew is looked up again when its pair comes up. */
function openQueue({ pairs, counts }: PairCorpus) {
  const { first, second } = pairs;
  const isBefore = (a: number, b: number): boolean =>
    first[a] === first[b] ? (second[a] ?? 0) < (second[b] ?? 0) : (first[a] ?? 0) < (first[b] ?? 0);
  const heap = new Heap((a, b) => {
    const [countA, countB] = [countOf(a), countOf(b)];
    return countA === countB ? isBefore(pairOf(a), pairOf(b)) : countA > countB;
  });
  const offer = (pair: number) => {
    const count = counts[pair] ?? 0;
    if (count >= LEAST_COUNT) heap.push(count * PAIRS + pair);
  };
  const best = (): number | null => {
    for (let entry = heap.pop(); entry !== undefined; entry = heap.pop()) {
      const pair = pairOf(entry);
      if (countOf(entry) === counts[pair]) return pair;
      offer(pair);
    }
    return null;
  };
  return { offer, best };
}
