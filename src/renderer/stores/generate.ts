import { ProblemError } from '@shared/contract/problem';
import { create } from 'zustand';
import { afterEvent, beginning, type Generation } from '../generate/generation';
import { shown } from '../ui/shown';
import { command, openModel } from './runCommands';
import { onOtherProject, onRunEvents } from './runs';

export interface GenerateOptions {
  readonly prompt: string;
  readonly length: number;
  readonly temperature: number;
  /** 0 = all tokens. */
  readonly top_k: number;
  readonly seed: number;
  readonly use_cache: boolean;
  /** null = as usual: answers greedily, texts by drawing. */
  readonly strategy: Strategy | null;
  /** Beginnings that a beam search keeps. */
  readonly n_beams: number;
}

/** How the next token is found: always the likeliest, by several beginnings side by side, or drawn. */
export type Strategy = 'greedy' | 'beam' | 'sample';

interface GenerateState {
  readonly options: GenerateOptions;
  readonly generation: Generation | null;
  /** The model is being loaded. */
  readonly loading: boolean;
}

export const useGenerate = create<GenerateState>()(() => ({
  options: {
    prompt: '',
    length: 200,
    temperature: 0.8,
    top_k: 0,
    seed: 1,
    use_cache: true,
    strategy: null,
    n_beams: 4,
  },
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

onOtherProject(() => useGenerate.setState({ generation: null }));

export function setGenerateOptions(change: Partial<GenerateOptions>): void {
  useGenerate.setState(({ options }) => ({ options: { ...options, ...change } }));
}

let requests = 0;

/** What the trainer is asked. */
function orderOf(options: GenerateOptions, strategy: Strategy) {
  const { prompt, length, top_k, seed, use_cache } = options;
  const temperature = strategy === 'sample' ? options.temperature : 0;
  const order = { type: 'generate' as const, prompt, length, temperature, top_k, seed, use_cache };
  return strategy === 'beam' ? { ...order, n_beams: options.n_beams } : order;
}

/** Lets the model of a variant go on writing from the prompt, or answer it as a source. */
export async function generate(
  variant: string,
  strategy: Strategy,
  answers: boolean,
): Promise<void> {
  const { options, loading } = useGenerate.getState();
  if (loading) return;
  await stopGenerating();
  useGenerate.setState({ loading: true });
  await shown(async () => {
    const run = await openModel(variant);
    if (run === null) return;
    requests += 1;
    const request = `generate-${requests}`;
    useGenerate.setState({ generation: beginning(request, run, options.prompt, answers) });
    await command(run, { ...orderOf(options, strategy), request }).catch(refused);
  }).finally(() => useGenerate.setState({ loading: false }));
}

/** Says in the panel why nothing is written. */
function refused(error: unknown): void {
  const { generation } = useGenerate.getState();
  if (!(error instanceof ProblemError) || generation === null) throw error;
  const { problem } = error;
  useGenerate.setState({ generation: { ...generation, state: 'failed', problem } });
}

export async function stopGenerating(): Promise<void> {
  const { generation } = useGenerate.getState();
  if (generation === null || generation.state !== 'writing') return;
  useGenerate.setState({ generation: { ...generation, state: 'stopped' } });
  await shown(() => command(generation.run, { type: 'cancel', request: generation.request }));
}
