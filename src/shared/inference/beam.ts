import { contextStart, nextLogits, type WriteOptions, type Writing } from './generate';
import type { KvCache } from './kvCache';
import type { LanguageModel } from './languageModel';
import { likeliest, logSoftmax } from './sampling';

export interface BeamOptions extends WriteOptions {
  /** Texts kept side by side; 1 is greedy decoding. */
  readonly width: number;
}

/** A text that may still win. */
interface Beam {
  readonly ids: readonly number[];
  readonly logProbability: number;
}

interface Live extends Beam {
  readonly cache: KvCache | null;
}

/** One more token for a beam. */
interface Candidate extends Beam {
  readonly parent: Live;
  readonly id: number;
}

/**
 * Keeps the `width` likeliest beginnings and adds a token to each until none can overtake the likeliest whole text.
 * Yields a token as soon as all that can still win agree on it.
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
    { ids: [], logProbability: 0, cache: options.use_cache ? model.newCache() : null },
  ];
  let whole: Beam | null = null;
  let n_said = 0;
  try {
    for (let n = 0; n < options.length && !isDecided(live, whole); n++) {
      const candidates = live.flatMap((parent) => extend(model, first, parent, options));
      const chosen = choose(candidates, options);
      whole = likelier(whole, chosen.whole);
      live = renew(live, chosen.live);
      const agreed = agreement([...live, ...(whole ? [whole] : [])]).slice(n_said);
      n_said += agreed.length;
      yield* agreed;
    }
    const best: Beam = whole ?? live[0] ?? nothing;
    yield* best.ids.slice(n_said);
    return { logProbability: best.logProbability, ended: whole !== null };
  } finally {
    for (const { cache } of live) cache?.dispose();
  }
}

const nothing: Beam = { ids: [], logProbability: 0 };

/** The beams of the next step, each with a cache of its own; those of the step before are let go. */
function renew(before: readonly Live[], chosen: readonly Candidate[]): Live[] {
  const next = chosen.map(({ ids, logProbability, parent }) => ({
    ids,
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
  const all = [...first, ...parent.ids];
  const start = contextStart(all.length, model.n_ctx);
  if (start !== contextStart(all.length - 1, model.n_ctx)) parent.cache?.clear();
  const logits = nextLogits(model, all.slice(start), parent.cache);
  const scores = logSoftmax(logits);
  // One more than the width: the end may be among them.
  return likeliest(logits, width + 1)
    .slice(0, width + 1)
    .map((id) => ({
      id,
      parent,
      ids: [...parent.ids, id],
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
    else whole ??= { ids: candidate.parent.ids, logProbability: candidate.logProbability };
  }
  return { live, whole };
}

function likelier(a: Beam | null, b: Beam | null): Beam | null {
  if (a === null || b === null) return a ?? b;
  return b.logProbability > a.logProbability ? b : a;
}

/** The beginning that all have in common. */
function agreement([first, ...others]: readonly Beam[]): readonly number[] {
  const ids = first?.ids ?? [];
  const length = others.reduce((least, other) => {
    const differs = ids.findIndex((id, i) => other.ids[i] !== id);
    return Math.min(least, differs < 0 ? ids.length : differs);
  }, ids.length);
  return ids.slice(0, length);
}
