import type { Command, TrainerEvent } from '../contract/trainer';
import { languageModel } from '../inference/drawnModel';
import { generate } from '../inference/generate';
import type { Tokenizer } from '../tokenizers/tokenizer';
import type { TrainedModel } from './gradients';
import { COALESCE_MS } from './metricBuffer';

export type GenerateCommand = Extract<Command, { type: 'generate' }>;

/** So long at a time, so that a command is heard and training goes on between. */
const SLICE_MS = 15;

interface Generation {
  readonly request: string;
  readonly tokens: Generator<number, void, void>;
  readonly decoder: ReturnType<Tokenizer['decoder']>;
  text: string;
  n_tokens: number;
  sentAt: number;
  spentMs: number;
}

/** Texts being generated while the trainer does other things between their tokens. */
export class Generations {
  private readonly model: TrainedModel;
  private readonly tokenizer: Tokenizer;
  private readonly now: () => number;
  private readonly send: (event: TrainerEvent) => void;
  private readonly active = new Map<string, Generation>();

  constructor(
    model: TrainedModel,
    tokenizer: Tokenizer,
    now: () => number,
    send: (event: TrainerEvent) => void,
  ) {
    this.model = model;
    this.tokenizer = tokenizer;
    this.now = now;
    this.send = send;
  }

  get busy(): boolean {
    return this.active.size > 0;
  }

  start(command: GenerateCommand): void {
    this.cancel(command.request);
    this.active.set(command.request, {
      request: command.request,
      tokens: generate(
        languageModel(drawn(this.model)),
        promptIds(this.tokenizer, command.prompt),
        command,
      ),
      decoder: this.tokenizer.decoder(),
      text: '',
      n_tokens: 0,
      sentAt: this.now(),
      spentMs: 0,
    });
  }

  /** Ends a generation; what it has said stays. */
  cancel(request: string): void {
    const generation = this.active.get(request);
    if (generation !== undefined) this.finish(generation);
  }

  cancelAll(): void {
    for (const generation of [...this.active.values()]) this.finish(generation);
  }

  /** Adds tokens to each text for a little while. */
  advance(): void {
    for (const generation of [...this.active.values()]) {
      const start = this.now();
      let done = false;
      while (!done && this.now() - start < SLICE_MS) done = this.next(generation);
      generation.spentMs += this.now() - start;
      if (done) this.finish(generation);
      else if (this.now() - generation.sentAt >= COALESCE_MS) this.say(generation, false);
    }
  }

  private next(generation: Generation): boolean {
    const next = generation.tokens.next();
    if (next.done) return true;
    generation.text += generation.decoder.push(next.value);
    generation.n_tokens++;
    return false;
  }

  private finish(generation: Generation): void {
    this.active.delete(generation.request);
    generation.tokens.return();
    generation.text += generation.decoder.end();
    this.say(generation, true);
  }

  private say(generation: Generation, done: boolean): void {
    const { request, text, n_tokens, spentMs } = generation;
    const tokens_per_second = spentMs > 0 ? (1000 * n_tokens) / spentMs : 0;
    this.send({ type: 'generated', request, text, n_tokens, tokens_per_second, done });
    generation.text = '';
    generation.sentAt = this.now();
  }
}

export function drawn({ compiled, backend, weights }: TrainedModel) {
  return { compiled, ops: backend.ops, weights };
}

/** The prompt's ids; a line break, or the first token there is, when it is empty. */
export function promptIds(tokenizer: Tokenizer, prompt: string): number[] {
  const { ids } = tokenizer.encode(prompt);
  if (ids.length > 0) return Array.from(ids);
  const line = tokenizer.encode('\n');
  return line.n_unknown === 0 ? Array.from(line.ids) : [tokenizer.n_vocab - 1];
}

export interface SampleOptions {
  readonly length: number;
  readonly temperature: number;
  readonly seed: number;
  /** Awaited between slices. */
  breathe(): Promise<void>;
  now(): number;
}

/** A text from the model as it is now. */
export async function sampleText(
  model: TrainedModel,
  tokenizer: Tokenizer,
  { length, temperature, seed, breathe, now }: SampleOptions,
): Promise<string> {
  const options = { length, temperature, top_k: 0, seed, use_cache: true };
  const ids: number[] = [];
  let start = now();
  for (const id of generate(languageModel(drawn(model)), promptIds(tokenizer, ''), options)) {
    ids.push(id);
    if (now() - start < SLICE_MS) continue;
    await breathe();
    start = now();
  }
  return tokenizer.decode(ids);
}
