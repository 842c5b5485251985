import { create } from 'zustand';
import { shown } from '../api';
import { command, openModel } from './runCommands';
import { onRunEvents } from './runs';

export interface GenerateOptions {
  readonly prompt: string;
  readonly length: number;
  readonly temperature: number;
  /** 0 = all tokens. */
  readonly top_k: number;
  readonly seed: number;
  readonly use_cache: boolean;
}

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

interface GenerateState {
  readonly options: GenerateOptions;
  readonly generation: Generation | null;
  /** The model is being loaded. */
  readonly loading: boolean;
}

export const useGenerate = create<GenerateState>()(() => ({
  options: { prompt: '', length: 200, temperature: 0.8, top_k: 0, seed: 1, use_cache: true },
  generation: null,
  loading: false,
}));

onRunEvents((events) => {
  let generation = useGenerate.getState().generation;
  for (const { run, event } of events) {
    if (generation === null || run !== generation.run) continue;
    const writing = generation.state === 'writing';
    if (event.type === 'generated' && event.request === generation.request) {
      const { text, n_tokens, tokens_per_second, done } = event;
      const state = done && writing ? 'done' : generation.state;
      generation = {
        ...generation,
        text: generation.text + text,
        n_tokens,
        tokens_per_second,
        state,
      };
    }
    if (event.type === 'failed' && writing) generation = { ...generation, state: 'failed' };
    if (event.type === 'ended' && writing) generation = { ...generation, state: 'stopped' };
  }
  useGenerate.setState({ generation });
});

export function setGenerateOptions(change: Partial<GenerateOptions>): void {
  useGenerate.setState(({ options }) => ({ options: { ...options, ...change } }));
}

let requests = 0;

/** Lets the model of a variant go on writing from the prompt. */
export async function generate(variant: string): Promise<void> {
  const { options, loading } = useGenerate.getState();
  if (loading) return;
  await stopGenerating();
  useGenerate.setState({ loading: true });
  await shown(async () => {
    const run = await openModel(variant);
    if (run === null) return;
    requests += 1;
    const request = `generate-${requests}`;
    useGenerate.setState({ generation: begun(request, run, options.prompt) });
    await command(run, { type: 'generate', request, ...options });
  }).finally(() => useGenerate.setState({ loading: false }));
}

function begun(request: string, run: string, prompt: string): Generation {
  return { request, run, prompt, text: '', n_tokens: 0, tokens_per_second: 0, state: 'writing' };
}

export async function stopGenerating(): Promise<void> {
  const { generation } = useGenerate.getState();
  if (generation === null || generation.state !== 'writing') return;
  useGenerate.setState({ generation: { ...generation, state: 'stopped' } });
  await shown(() => command(generation.run, { type: 'cancel', request: generation.request }));
}
