import { describe, expect, it } from 'vitest';
import type { StepTime } from '../contract/trainer';
import { noTimes } from '../tensor/ops';
import { TimeWatch } from './timeWatch';

/** A trainer whose steps take 400 ms, 300 of them in products of matrices and 50 waiting. */
function slowTrainer() {
  const times = noTimes();
  const state = { ms: 0, waited: 0, step: 0, isOn: false };
  const sent: StepTime[] = [];
  const watch = new TimeWatch(
    {
      backend: {
        stopwatch: {
          times,
          run: (isOn) => {
            state.isOn = isOn;
          },
        },
      },
      team: { waited: () => state.waited },
      trainer: state,
    },
    () => state.ms,
    (time) => sent.push(time),
  );
  const validate = () => {
    state.ms += 5000;
    if (state.isOn) times.matmul += 4000;
  };
  const step = () =>
    watch.around(async () => {
      state.step++;
      state.ms += 400;
      state.waited += 50;
      if (state.isOn) times.matmul += 300;
      return state.step;
    });
  return { watch, step, validate, sent, state };
}

describe('the time of a step', () => {
  it('is sent about once a second while somebody looks, without what happens between steps', async () => {
    const { watch, step, validate, sent } = slowTrainer();
    watch.watch(true);
    for (let i = 1; i <= 6; i++) {
      expect(await step()).toBe(i);
      validate();
    }
    const parts = { attention: 0, norms: 0, elementwise: 0, embedding: 0, loss: 0, optimizer: 0 };
    const mean = { n_steps: 3, ms: 400, wait: 50, parts: { ...parts, matmul: 300 } };
    expect(sent).toEqual([
      { ...mean, step: 3 },
      { ...mean, step: 6 },
    ]);
  });

  it('is not measured when nobody does', async () => {
    const { watch, step, sent, state } = slowTrainer();
    for (let i = 0; i < 6; i++) await step();
    watch.watch(true);
    await step();
    watch.watch(false);
    for (let i = 0; i < 6; i++) await step();
    expect(sent).toEqual([]);
    expect(state.isOn).toBe(false);
  });

  it('is told without its parts where operations cannot be told apart', async () => {
    const sent: StepTime[] = [];
    let ms = 0;
    const session = { backend: {}, team: {}, trainer: { step: 1 } };
    const watch = new TimeWatch(
      session,
      () => (ms += 1000),
      (time) => sent.push(time),
    );
    watch.watch(true);
    await watch.around(async () => undefined);
    expect(sent[0]).toMatchObject({ ms: 1000, wait: 0, parts: { matmul: 0 } });
  });
});
