import { type Problem, ProblemError } from '../contract/problem';
import type { Command, TrainerEvent } from '../contract/trainer';
import type { Writing, Written } from '../inference/generate';
import type { StreamDecoder } from '../tokenizers/tokenizer';
import { type Asked, answer, ask, makesNoText, readPrompt } from './asking';
import { COALESCE_MS } from './metricBuffer';
import type { Session } from './session';

export type GenerateCommand = Extract<Command, { type: 'generate' }>;

/** So long at a time, so that a command is heard and training goes on between. */
const SLICE_MS = 15;

interface Generation {
  readonly request: string;
  readonly tokens: Writing;
  readonly marks: Asked['marks'];
  readonly n_unknown: number;
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

  /** A prompt that cannot be read, or a model that makes no text, is answered at once with why. */
  start(command: GenerateCommand): void {
    const { request } = command;
    this.cancel(request);
    try {
      const prompt = readPrompt(this.session, command.prompt);
      const asked = ask(this.session, prompt.ids) ?? makesNoText(this.session);
      this.active.set(request, {
        request,
        tokens: answer(asked, command),
        marks: asked.marks,
        n_unknown: prompt.n_unknown,
        decoder: this.session.dataset.tokenizer.decoder(),
        text: '',
        n_tokens: 0,
        sentAt: this.now(),
        spentMs: 0,
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.refuse(request, error.problem);
    }
  }

  private refuse(request: string, problem: Problem): void {
    const nothingWritten = { text: '', n_tokens: 0, tokens_per_second: 0 };
    this.send({ type: 'generated', request, ...nothingWritten, done: true, problem });
  }

  /** Ends a generation; what it has said stays. */
  cancel(request: string): void {
    const generation = this.active.get(request);
    if (generation !== undefined) this.finish(generation, null);
  }

  cancelAll(): void {
    for (const generation of [...this.active.values()]) this.finish(generation, null);
  }

  /** Adds tokens to each text for a little while. */
  advance(): void {
    for (const generation of [...this.active.values()]) {
      const start = this.now();
      let done: Written | null = null;
      while (done === null && this.now() - start < SLICE_MS) done = next(generation);
      generation.spentMs += this.now() - start;
      if (done !== null) this.finish(generation, done);
      else if (this.now() - generation.sentAt >= COALESCE_MS) this.say(generation);
    }
  }

  /** written: how it came out; null when it was cut short. */
  private finish(generation: Generation, written: Written | null): void {
    this.active.delete(generation.request);
    if (written === null) generation.tokens.return(cutShort);
    generation.text += generation.decoder.end();
    const { n_unknown } = generation;
    this.say(generation, { done: true, ...(n_unknown > 0 && { n_unknown }), ...written });
  }

  private say(generation: Generation, end: Ending = { done: false }): void {
    const { request, text, n_tokens, spentMs } = generation;
    const tokens_per_second = spentMs > 0 ? (1000 * n_tokens) / spentMs : 0;
    this.send({ type: 'generated', request, text, n_tokens, tokens_per_second, ...end });
    generation.text = '';
    generation.sentAt = this.now();
  }
}

type Generated = Extract<TrainerEvent, { type: 'generated' }>;
type Ending = Pick<Generated, 'done' | 'logProbability' | 'ended' | 'n_unknown'>;

const cutShort: Written = { logProbability: 0, ended: false };

/** One more token, or a step towards it; how the text came out when there is none. */
function next(generation: Generation): Written | null {
  const token = generation.tokens.next();
  if (token.done) return token.value;
  if (token.value === null) return null;
  if (!generation.marks.has(token.value)) generation.text += generation.decoder.push(token.value);
  generation.n_tokens++;
  return null;
}
