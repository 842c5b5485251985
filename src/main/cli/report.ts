import type { Settings } from '@shared/contract/project';
import type { Metric, TrainerEvent } from '@shared/contract/trainer';

/** Where a training run is shown: the three forms of output. */
export interface Report {
  hear(event: TrainerEvent): void;
  /** The last line. */
  done(): void;
}

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Milliseconds of a steady clock. */
  now(): number;
}

/** What the last line tells. */
class Summary {
  step = 0;
  private train_loss: number | null = null;
  private val_loss: number | null = null;
  private speeds: { steps: number; sum: number } = { steps: 0, sum: 0 };
  latest: Metric | null = null;
  /** When the first step was heard of. */
  private first: { readonly step: number; readonly ms: number } | null = null;
  private ms = 0;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  add(metric: Metric): void {
    this.step = metric.step;
    this.train_loss = metric.train_loss ?? this.train_loss;
    this.val_loss = metric.val_loss ?? this.val_loss;
    if (metric.train_loss !== undefined) this.latest = metric;
    if (metric.tokens_per_second === undefined || metric.tokens_per_second <= 0) return;
    this.ms = this.now();
    this.first ??= { step: metric.step, ms: this.ms };
    this.speeds.steps++;
    this.speeds.sum += 1 / metric.tokens_per_second;
  }

  /** Tokens by time: the harmonic mean of the steps' speeds. */
  tokensPerSecond(): number {
    const { steps, sum } = this.speeds;
    return steps === 0 ? 0 : Math.round(steps / sum);
  }

  /** By the pace since the first step; null while there is none. */
  secondsLeft(max_steps: number): number | null {
    const steps = this.step - (this.first?.step ?? this.step);
    if (this.first === null || steps === 0) return null;
    return ((max_steps - this.step) * (this.ms - this.first.ms)) / steps / 1000;
  }

  losses() {
    return { train_loss: this.train_loss, val_loss: this.val_loss };
  }
}

const loss = (value: number | null): string => (value === null ? '–' : value.toFixed(4));

function clock(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function line(summary: Summary, { max_steps }: Settings): string {
  const { train_loss, val_loss } = summary.losses();
  const speed = summary.tokensPerSecond();
  return [
    `step ${summary.step}/${max_steps}`,
    `train ${loss(train_loss)}`,
    `val ${loss(val_loss)}`,
    `${speed.toLocaleString('en-US')} tok/s`,
    `${clock(summary.secondsLeft(max_steps))} left`,
  ].join('  ');
}

/** One event a line, for programs. The last is `done`. */
function jsonReport(output: Output): Report {
  const summary = new Summary(output.now);
  const print = (event: object) => output.write(`${JSON.stringify(event)}\n`);
  return {
    hear(event) {
      if (event.type === 'metrics')
        for (const metric of event.metrics) {
          summary.add(metric);
          print({ type: 'metrics', ...metric });
        }
      else if (event.type === 'ready') print({ ...event, tokenizer: undefined });
      else if (event.type !== 'attention') print(event);
    },
    done() {
      const { step } = summary;
      const tokens_per_second = summary.tokensPerSecond();
      print({ type: 'done', step, ...summary.losses(), tokens_per_second });
    },
  };
}

/** A line at each validation, or a bar that moves when somebody watches. */
function textReport(output: Output, settings: Settings): Report {
  const summary = new Summary(output.now);
  const clear = output.isTerminal ? '\r\u001b[2K' : '';
  const bar = () => {
    const width = 24;
    const full = Math.round((width * summary.step) / settings.max_steps);
    const text = `${'█'.repeat(full)}${'░'.repeat(width - full)}  ${line(summary, settings)}`;
    output.write(`${clear}${text.slice(0, Math.max(20, output.columns - 1))}`);
  };
  const hearMetric = (metric: Metric) => {
    summary.add(metric);
    if (metric.sample !== undefined) output.write(`${clear}--- sample\n${metric.sample}\n---\n`);
    if (metric.val_loss !== undefined) output.write(`${clear}${line(summary, settings)}\n`);
  };
  return {
    hear(event) {
      if (event.type === 'ready') output.write(`${readyLine(event)}\n`);
      if (event.type !== 'metrics') return;
      for (const metric of event.metrics) hearMetric(metric);
      if (output.isTerminal) bar();
    },
    done() {
      const { train_loss, val_loss } = summary.losses();
      const speed = summary.tokensPerSecond().toLocaleString('en-US');
      output.write(
        `${clear}done at step ${summary.step}: train ${loss(train_loss)}, val ${loss(val_loss)}, ${speed} tok/s\n`,
      );
    },
  };
}

export function createReport(output: Output, settings: Settings, json: boolean): Report {
  return json ? jsonReport(output) : textReport(output, settings);
}

function readyLine(event: Extract<TrainerEvent, { type: 'ready' }>): string {
  const { n_params, n_vocab, backend, note } = event;
  const because = note === null ? '' : ` (${note.en})`;
  return `${n_params.toLocaleString('en-US')} parameters, n_vocab ${n_vocab}, ${backend}${because}`;
}
