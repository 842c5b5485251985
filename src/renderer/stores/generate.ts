import { create } from 'zustand';
import { afterEvent, beginning, type Generation } from '../generate/generation';
import { shown } from '../ui/shown';
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
  const before = useGenerate.getState().generation;
  const generation = events.reduce<Generation | null>(
    (now, { run, event }) => (now?.run === run ? afterEvent(now, event) : now),
    before,
  );
  if (generation !== before) useGenerate.setState({ generation });
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
    useGenerate.setState({ generation: beginning(request, run, options.prompt) });
    await command(run, { type: 'generate', request, ...options });
  }).finally(() => useGenerate.setState({ loading: false }));
}

export async function stopGenerating(): Promise<void> {
  const { generation } = useGenerate.getState();
  if (generation === null || generation.state !== 'writing') return;
  useGenerate.setState({ generation: { ...generation, state: 'stopped' } });
  await shown(() => command(generation.run, { type: 'cancel', request: generation.request }));
}
