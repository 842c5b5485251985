import { contextStart, type WriteOptions, type Writing } from './generate';
import type { KvCache } from './kvCache';
import type { LanguageModel } from './languageModel';
import { likeliest, logSoftmax } from './sampling';

export interface BeamOptions extends WriteOptions {
  /** Texts kept side by side; 1 is greedy decoding. */
  readonly width: number;
}

/** A token and those before it, which texts that begin alike share. */
interface Link {
  readonly before: Link | null;
  readonly id: number;
  /** Tokens up to here. */
  readonly length: number;
}

/** A text that may still win. */
interface Beam {
  /** null = nothing is written yet. */
  readonly last: Link | null;
  readonly logProbability: number;
}

interface Live extends Beam {
  readonly cache: KvCache | null;
}

/** One more token for a beam. */
interface Candidate {
  readonly parent: Live;
  readonly id: number;
  readonly logProbability: number;
}

/**
 * Keeps the `width` likeliest beginnings and adds a token to each until none can overtake the likeliest whole text.
 * Yields a token as soon as all that can still win agree on it, null after a step that made none certain.
 *
 * @see Sutskever et al. 2014, Sequence to Sequence Learning, §3.2
 */
export function* beamSearch(
  model: LanguageModel,
  prompt: ArrayLike<number>,
  options: BeamOptions,
): Writing {
  const first = Array.from(prompt);
  let live: Live[] = [
    { last: null, logProbability: 0, cache: options.use_cache ? model.newCache() : null },
  ];
  let whole: Beam | null = null;
  let said: Link | null = null;
  try {
    for (let n = 0; n < options.length && !isDecided(live, whole); n++) {
      const candidates = live.flatMap((parent) => extend(model, first, parent, options));
      const chosen = choose(candidates, options);
      whole = likelier(whole, chosen.whole);
      live = renew(live, chosen.live);
      const agreed = agreement([...live, ...(whole ? [whole] : [])]);
      if (agreed === said) yield null;
      yield* idsBetween(said, agreed);
      said = agreed;
    }
    const best: Beam = whole ?? live[0] ?? nothing;
    yield* idsBetween(said, best.last);
    return { logProbability: best.logProbability, ended: whole !== null };
  } finally {
    for (const { cache } of live) cache?.dispose();
  }
}

const nothing: Beam = { last: null, logProbability: 0 };

/** The beams of the next step, each with a cache of its own; those of the step before are let go. */
function renew(before: readonly Live[], chosen: readonly Candidate[]): Live[] {
  const next = chosen.map(({ id, logProbability, parent }) => ({
    last: { before: parent.last, id, length: lengthOf(parent.last) + 1 },
    logProbability,
    cache: parent.cache?.fork() ?? null,
  }));
  for (const { cache } of before) cache?.dispose();
  return next;
}

/** A text only becomes less likely as it grows. */
function isDecided([best]: readonly Live[], whole: Beam | null): boolean {
  return best === undefined || (whole !== null && whole.logProbability >= best.logProbability);
}

function extend(
  model: LanguageModel,
  first: readonly number[],
  parent: Live,
  { width }: BeamOptions,
): Candidate[] {
  const n = first.length + lengthOf(parent.last);
  const start = contextStart(n, model.n_ctx);
  if (start !== contextStart(n - 1, model.n_ctx)) parent.cache?.clear();
  const unseen = tail(first, parent.last, n - start - (parent.cache?.length ?? 0));
  const logits = model.logits(unseen, parent.cache);
  const scores = logSoftmax(logits);
  // One more than the width: the end may be among them.
  return likeliest(logits, width + 1)
    .slice(0, width + 1)
    .map((id) => ({
      id,
      parent,
      logProbability: parent.logProbability + (scores[id] ?? Number.NEGATIVE_INFINITY),
    }));
}

/** The likeliest candidates, as many as the width; those that end are whole texts instead. */
function choose(candidates: readonly Candidate[], { width, end = null }: BeamOptions) {
  const live: Candidate[] = [];
  let whole: Beam | null = null;
  // Sorting is stable: of equals the one of the likelier beam, then the lower id, comes first.
  for (const candidate of candidates.toSorted((a, b) => b.logProbability - a.logProbability)) {
    if (live.length === width) break;
    if (candidate.id !== end) live.push(candidate);
    else whole ??= { last: candidate.parent.last, logProbability: candidate.logProbability };
  }
  return { live, whole };
}

function likelier(a: Beam | null, b: Beam | null): Beam | null {
  if (a === null || b === null) return a ?? b;
  return b.logProbability > a.logProbability ? b : a;
}

function lengthOf(link: Link | null): number {
  return link?.length ?? 0;
}

/** The last `n` ids of a prompt and what was written after it. */
function tail(first: readonly number[], last: Link | null, n: number): Int32Array {
  const ids = new Int32Array(n);
  let at = n;
  let link = last;
  for (; link !== null && at > 0; link = link.before) ids[--at] = link.id;
  ids.set(first.slice(first.length - at));
  return ids;
}

/** The beginning that all have in common. */
function agreement([first, ...others]: readonly Beam[]): Link | null {
  return others.reduce((common, { last }) => commonOf(common, last), first?.last ?? null);
}

/** Where two texts part. What begins alike is the very same link: a link's followers all differ. */
function commonOf(a: Link | null, b: Link | null): Link | null {
  let [one, other] = [a, b];
  while (one !== other) {
    if (lengthOf(one) >= lengthOf(other)) one = one?.before ?? null;
    else other = other?.before ?? null;
  }
  return one;
}

/** The ids after `from`, a beginning of the text, up to `to`. */
function idsBetween(from: Link | null, to: Link | null): number[] {
  const ids: number[] = [];
  for (let link = to; link !== null && link !== from; link = link.before) ids.push(link.id);
  return ids.reverse();
}
