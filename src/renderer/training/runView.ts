import type { Problem, Text } from '@shared/contract/problem';
import type { Run } from '@shared/contract/project';
import type { TrainerEvent } from '@shared/contract/trainer';
import { emptyLog, type MetricLog, withMetrics } from './metricLog';
import { type Moment, secondsLeft } from './timeLeft';

/** What the window knows of a run. */
export interface RunView {
  readonly run: Run;
  /** What its trainer does; null when no trainer holds its model. */
  readonly live: 'training' | 'paused' | null;
  /** Only looked at: never trained, not part of the project. */
  readonly peek: boolean;
  readonly step: number;
  /** Said by the trainer about itself, such as a slower backend. */
  readonly note: Text | null;
  readonly problem: Problem | null;
  readonly tokensPerSecond: number | null;
  readonly secondsLeft: number | null;
  readonly n_train_tokens: number | null;
  /** Where the pace is measured from, and where it will be next. */
  readonly pace: readonly [Moment, Moment] | null;
  readonly log: MetricLog;
}

export function viewOf(run: Run, peek = false): RunView {
  return {
    run,
    live: run.status === 'training' ? 'training' : null,
    peek,
    step: run.step,
    note: null,
    problem: null,
    tokensPerSecond: null,
    secondsLeft: null,
    n_train_tokens: null,
    pace: null,
    log: emptyLog,
  };
}

/** A run that can be trained further by its trainer: what Stop ends. */
export function isGoingOn({ live, run, step }: RunView): boolean {
  return live === 'training' || (live === 'paused' && step < run.settings.max_steps);
}

/** How long a pace is believed before it is measured anew. */
const PACE_MS = 8000;

/** The view after one event of its trainer. `ms`: now, on a steady clock. */
export function afterEvent(view: RunView, event: TrainerEvent, ms: number): RunView {
  switch (event.type) {
    case 'ready':
      return {
        ...view,
        live: view.live ?? 'paused',
        step: event.step,
        note: event.note,
        problem: null,
        n_train_tokens: event.n_train_tokens,
        run: {
          ...view.run,
          backend: event.backend,
          n_vocab: event.n_vocab,
          n_params: event.n_params,
        },
      };
    case 'state': {
      const moment = { step: event.step, ms };
      const pace = event.state === 'training' ? ([moment, moment] as const) : null;
      return { ...view, live: event.state, step: event.step, pace, secondsLeft: null };
    }
    case 'metrics':
      return afterMetrics(view, event.metrics, ms);
    case 'ended':
      return { ...view, ...atRest(view, event.status, event.step) };
    case 'failed':
      return { ...view, ...atRest(view, 'failed', event.step), problem: event.problem };
    default:
      return view;
  }
}

function atRest(view: RunView, status: Run['status'], step: number) {
  const run = { ...view.run, status, step };
  return { live: null, step, pace: null, secondsLeft: null, run };
}

type Metrics = Extract<TrainerEvent, { type: 'metrics' }>['metrics'];

function afterMetrics(view: RunView, metrics: Metrics, ms: number): RunView {
  const step = metrics.reduce((most, metric) => Math.max(most, metric.step), view.step);
  const speed = metrics.findLast((metric) => metric.tokens_per_second !== undefined);
  const now = { step, ms };
  const pace = movePace(view.pace, now);
  return {
    ...view,
    step,
    log: withMetrics(view.log, metrics),
    tokensPerSecond: speed?.tokens_per_second ?? view.tokensPerSecond,
    pace,
    secondsLeft: pace === null ? null : secondsLeft(pace[0], now, view.run.settings.max_steps),
  };
}

/** Every eight seconds the pace starts from eight seconds ago, so that it follows a machine that slows down. */
function movePace(pace: RunView['pace'], now: Moment): RunView['pace'] {
  if (pace === null) return null;
  const [from, next] = pace;
  return now.ms - next.ms > PACE_MS ? [next, now] : [from, next];
}
