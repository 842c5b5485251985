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
}

export function beginning(request: string, run: string, prompt: string): Generation {
  return { request, run, prompt, text: '', n_tokens: 0, tokens_per_second: 0, state: 'writing' };
}

/** The text after an event of its run. */
export function afterEvent(generation: Generation, event: TrainerEvent): Generation {
  const writing = generation.state === 'writing';
  if (event.type === 'generated' && event.request === generation.request) {
    const { n_tokens, tokens_per_second, done } = event;
    const text = generation.text + event.text;
    const state = done && writing ? 'done' : generation.state;
    return { ...generation, text, n_tokens, tokens_per_second, state };
  }
  if (!writing) return generation;
  if (event.type === 'failed') return { ...generation, state: 'failed' };
  if (event.type === 'ended') return { ...generation, state: 'stopped' };
  return generation;
}
