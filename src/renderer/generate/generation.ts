import type { Problem } from '@shared/contract/problem';
import type { TrainerEvent } from '@shared/contract/trainer';

/** One text being written, or written. */
export interface Generation {
  readonly request: string;
  readonly run: string;
  readonly prompt: string;
  readonly text: string;
  readonly n_tokens: number;
  readonly tokens_per_second: number;
  readonly state: 'writing' | 'done' | 'stopped' | 'failed';
  /** The prompt was a source, and the text is its answer. */
  readonly answers: boolean;
  /** Why nothing could be written. */
  readonly problem: Problem | null;
  /** ln of the probability of the whole text; null until it is whole. */
  readonly logProbability: number | null;
  /** It came to its own end. */
  readonly ended: boolean;
  /** Of the prompt: what the vocabulary lacks. */
  readonly n_unknown: number;
}

export function beginning(
  request: string,
  run: string,
  prompt: string,
  answers = false,
): Generation {
  return { request, run, prompt, answers, ...nothingYet };
}

const nothingYet = {
  text: '',
  n_tokens: 0,
  tokens_per_second: 0,
  state: 'writing',
  problem: null,
  logProbability: null,
  ended: false,
  n_unknown: 0,
} as const;

/** The text after an event of its run. */
export function afterEvent(generation: Generation, event: TrainerEvent): Generation {
  const writing = generation.state === 'writing';
  if (event.type === 'generated' && event.request === generation.request) {
    const { n_tokens, tokens_per_second, done } = event;
    const text = generation.text + event.text;
    const { problem = null, logProbability = null, ended = false, n_unknown = 0 } = event;
    // Training that ended meanwhile stops no text: it may still come to its end.
    const state = done && (writing || ended) ? 'done' : generation.state;
    const whole = done ? { problem, logProbability, ended, n_unknown } : {};
    return { ...generation, text, n_tokens, tokens_per_second, state, ...whole };
  }
  if (!writing) return generation;
  if (event.type === 'failed') return { ...generation, state: 'failed' };
  if (event.type === 'ended') return { ...generation, state: 'stopped' };
  return generation;
}
