import type { AttentionView } from '../contract/trainer';
import { inspectAttention } from '../inference/inspect';
import { drawn } from './asking';
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
    if (this.session.model.compiled.feeds.some((feed) => feed !== 'tokens')) return;
    const start = this.now();
    const { model, dataset, trainer } = this.session;
    const ids = this.ids();
    this.send(inspectAttention(drawn(model), ids, dataset.tokenizer.pieces(ids), trainer.step));
    const cost = this.now() - start;
    this.notBefore = start + Math.max(EVERY_MS, COST_FACTOR * cost);
  }

  private ids(): Int32Array {
    const { dataset, source } = this.session;
    const { n_ctx } = source.settings;
    const typed = dataset.tokenizer.encode(this.text ?? '').ids;
    if (typed.length > 0) return Int32Array.from(typed.subarray(0, Math.min(n_ctx, N_MOST)));
    const validation = dataset.val(0).tokens ?? new Int32Array(0);
    return Int32Array.from(validation.subarray(0, Math.min(n_ctx, N_DEFAULT)));
  }
}
