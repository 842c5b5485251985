import type { TrainerEvent } from '@shared/contract/trainer';
import { describe, expect, it } from 'vitest';
import { aRun } from './runs.testing';
import { afterEvent, type RunView, viewOf } from './runView';

const hear = (view: RunView, events: readonly [TrainerEvent, number][]) =>
  events.reduce((now, [event, ms]) => afterEvent(now, event, ms), view);
const state = (what: 'training' | 'paused', step: number): TrainerEvent => ({
  type: 'state',
  state: what,
  step,
});
const metrics = (step: number): TrainerEvent => ({
  type: 'metrics',
  metrics: [{ step: step - 1 }, { step, train_loss: 2, tokens_per_second: 500 }],
});

describe('the view of a run', () => {
  it('follows step, speed and time left', () => {
    const view = hear(viewOf(aRun()), [
      [state('training', 0), 0],
      [metrics(100), 1000],
    ]);
    expect(view).toMatchObject({ live: 'training', step: 100, tokensPerSecond: 500 });
    expect(view.secondsLeft).toBe(9);
    expect(view.log.curves.train_loss.last()).toEqual({ step: 100, value: 2 });
  });

  it('measures the pace anew after a while', () => {
    const view = hear(viewOf(aRun()), [
      [state('training', 0), 0],
      [metrics(100), 10_000],
      [metrics(300), 20_000],
      [metrics(500), 30_000],
    ]);
    expect(view.secondsLeft).toBe(25);
  });

  it('has no time left while paused', () => {
    const view = hear(viewOf(aRun()), [
      [state('training', 0), 0],
      [metrics(100), 1000],
      [state('paused', 100), 1100],
    ]);
    expect(view).toMatchObject({ live: 'paused', step: 100, secondsLeft: null });
  });

  it('keeps why a run failed until it is opened again', () => {
    const text = { en: '', zh: '' };
    const problem = { where: text, what: text, fix: text };
    const failed = hear(viewOf(aRun()), [[{ type: 'failed', step: 312, problem }, 0]]);
    expect(failed).toMatchObject({ live: null, step: 312, problem });
    expect(failed.run.status).toBe('failed');
  });

  it('is at rest when it has ended', () => {
    const view = hear(viewOf(aRun()), [
      [state('training', 0), 0],
      [{ type: 'ended', status: 'done', step: 1000 }, 9000],
    ]);
    expect(view).toMatchObject({ live: null, step: 1000 });
    expect(view.run.status).toBe('done');
  });
});
