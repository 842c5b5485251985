import type { AttentionView } from '../contract/trainer';
import { inspectAttention } from '../inference/inspect';
import { answer, ask, begun, drawn } from './asking';
import { valQuestion } from './batches';
import type { Session } from './session';

/** At most so often while training, and never for more than a twenty-fifth of the time. */
const EVERY_MS = 250;
const COST_FACTOR = 25;
/** Tokens looked at when nobody typed a sentence, and at most. */
const N_DEFAULT = 32;
const N_MOST = 128;

/** The sentence whose attention somebody looks at. */
export class AttentionWatch {
  private readonly session: Session;
  private readonly now: () => number;
  private readonly send: (view: AttentionView) => void;
  private text: string | null = null;
  private asked = false;
  private watching = false;
  private notBefore = 0;

  constructor(session: Session, now: () => number, send: (view: AttentionView) => void) {
    this.session = session;
    this.now = now;
    this.send = send;
  }

  /** Something was asked for that has not been answered. */
  get busy(): boolean {
    return this.asked;
  }

  attend(text: string | null, watch: boolean): void {
    this.text = text;
    this.watching = watch;
    this.asked = true;
  }

  answer(): void {
    if (this.asked) this.look();
  }

  afterStep(): void {
    if (this.watching && this.now() >= this.notBefore) this.look();
  }

  private look(): void {
    this.asked = false;
    const start = this.now();
    const { model, dataset, trainer } = this.session;
    const pieces = (ids: Int32Array) => dataset.tokenizer.pieces(ids);
    const feeds = this.feeds();
    this.send(inspectAttention(drawn(model), { feeds, pieces, step: trainer.step }));
    const cost = this.now() - start;
    this.notBefore = start + Math.max(EVERY_MS, COST_FACTOR * cost);
  }

  /** The sentence typed, as a source with the answer that the model gives; else the first held-out question. */
  private feeds(): Readonly<Record<string, Int32Array>> {
    const { dataset, source, hasAnswers } = this.session;
    const question = valQuestion(source, 0);
    const most = hasAnswers ? N_MOST : N_DEFAULT;
    const held = Object.fromEntries(
      Object.entries(question.feeds).map(([name, { values }]) => [name, values.slice(0, most)]),
    );
    const { ids } = dataset.tokenizer.encode(this.text ?? '');
    if (ids.length === 0) return held;
    const isPair = dataset.val(0).source !== undefined;
    const seen = begun(dataset, ids).slice(0, Math.min(source.settings.n_ctx, N_MOST));
    const typed = Int32Array.from(seen);
    return isPair ? (this.answered(typed) ?? held) : { ...held, tokens: typed };
  }

  /** A source and what the model answers to it; null when it does not answer. */
  private answered(typed: Int32Array): Readonly<Record<string, Int32Array>> | null {
    const { n_ctx } = this.session.source.settings;
    const asked = ask(this.session, typed.subarray(0, n_ctx - 1));
    if (asked === null) return null;
    const options = { length: N_DEFAULT, temperature: 0, top_k: 0, seed: 0, use_cache: true };
    const said = [...answer(asked, options)].filter((id) => id !== null);
    const tokens = Int32Array.from([...asked.ids, ...said].slice(0, n_ctx));
    return this.session.model.compiled.feeds.includes('source')
      ? { tokens, source: typed }
      : { tokens };
  }
}
