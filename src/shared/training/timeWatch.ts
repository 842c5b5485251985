import type { StepTime } from '../contract/trainer';
import { type Backend, type TimedPart, timedParts } from '../tensor/ops';
import type { GradientTeam } from './gradients';

/** Steps are gathered for so long before their mean is sent. */
const EVERY_MS = 1000;

type Times = Readonly<Record<TimedPart, number>>;
const none = mapParts(() => 0);

/** What is measured. */
interface Timed {
  readonly backend: Pick<Backend, 'stopwatch'>;
  readonly team: Pick<GradientTeam, 'waited'>;
  readonly trainer: { readonly step: number };
}

/** Where a step's time goes, measured only while somebody looks. */
export class TimeWatch {
  private readonly session: Timed;
  private readonly now: () => number;
  private readonly send: (time: StepTime) => void;
  private watching = false;
  private n_steps = 0;
  private ms = 0;
  private wait = 0;
  private parts: Times = none;

  constructor(session: Timed, now: () => number, send: (time: StepTime) => void) {
    this.session = session;
    this.now = now;
    this.send = send;
  }

  watch(isOn: boolean): void {
    this.watching = isOn;
    this.session.backend.stopwatch?.run(isOn);
    this.clear();
  }

  /** Does a step, and notes what it took. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    if (!this.watching) return work();
    const [start, parts, wait] = [this.now(), this.spent(), this.waited()];
    const result = await work();
    // Between the steps there may be validation, which counts for nothing here.
    const spent = this.spent();
    this.parts = mapParts((part) => this.parts[part] + spent[part] - parts[part]);
    this.wait += this.waited() - wait;
    this.ms += this.now() - start;
    this.n_steps++;
    if (this.ms >= EVERY_MS) this.tell();
    return result;
  }

  private spent(): Times {
    const { stopwatch } = this.session.backend;
    return stopwatch ? { ...stopwatch.times } : none;
  }

  private waited(): number {
    return this.session.team.waited?.() ?? 0;
  }

  private tell(): void {
    const { n_steps, ms, wait, parts } = this;
    const { step } = this.session.trainer;
    const mean = mapParts((part) => parts[part] / n_steps);
    this.send({ step, n_steps, ms: ms / n_steps, parts: mean, wait: wait / n_steps });
    this.clear();
  }

  private clear(): void {
    this.n_steps = 0;
    this.ms = 0;
    this.wait = 0;
    this.parts = none;
  }
}

function mapParts(value: (part: TimedPart) => number): Times {
  return Object.fromEntries(timedParts.map((part) => [part, value(part)])) as Times;
}
