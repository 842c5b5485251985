import type { Command, TrainerEvent } from '../contract/trainer';
import { generate } from '../inference/generate';
import type { StreamDecoder } from '../tokenizers/tokenizer';
import { ask, promptIds } from './asking';
import { COALESCE_MS } from './metricBuffer';
import type { Session } from './session';

export type GenerateCommand = Extract<Command, { type: 'generate' }>;

/** So long at a time, so that a command is heard and training goes on between. */
const SLICE_MS = 15;

interface Generation {
  readonly request: string;
  readonly tokens: Generator<number, void, void>;
  readonly end: number | null;
  readonly decoder: StreamDecoder;
  text: string;
  n_tokens: number;
  sentAt: number;
  spentMs: number;
}

/** Texts being generated while the trainer does other things between their tokens. */
export class Generations {
  private readonly session: Session;
  private readonly now: () => number;
  private readonly send: (event: TrainerEvent) => void;
  private readonly active = new Map<string, Generation>();

  constructor(session: Session, now: () => number, send: (event: TrainerEvent) => void) {
    this.session = session;
    this.now = now;
    this.send = send;
  }

  get busy(): boolean {
    return this.active.size > 0;
  }

  /** A model that does not make text answers at once, with nothing. */
  start(command: GenerateCommand): void {
    this.cancel(command.request);
    const { tokenizer } = this.session.dataset;
    const asked = ask(this.session, promptIds(tokenizer, command.prompt));
    this.active.set(command.request, {
      request: command.request,
      tokens: asked === null ? nothing() : generate(asked.model, asked.ids, command),
      end: asked?.end ?? null,
      decoder: tokenizer.decoder(),
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
    if (next.done || next.value === generation.end) return true;
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

function* nothing(): Generator<number, void, void> {}
