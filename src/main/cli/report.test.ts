import { settingsSchema } from '@shared/contract/project';
import type { TrainerEvent } from '@shared/contract/trainer';
import { expect, it } from 'vitest';
import { createReport } from './report';

const settings = settingsSchema.parse({ max_steps: 100, batch_size: 2, n_ctx: 50 });
const ready: TrainerEvent = {
  type: 'ready',
  step: 0,
  n_vocab: 65,
  n_params: 123456,
  n_train_tokens: 1000,
  n_val_tokens: 100,
  n_unknown: 0,
  backend: 'wasm',
  note: null,
  tokenizer: { type: 'character' },
};
const metrics: TrainerEvent = {
  type: 'metrics',
  metrics: [
    { step: 1, train_loss: 4, tokens_per_second: 1000 },
    { step: 2, train_loss: 3, tokens_per_second: 500 },
    { step: 2, val_loss: 3.5 },
  ],
};

function shown(json: boolean, isTerminal = false): string {
  let text = '';
  let ms = 0;
  const report = createReport(
    { write: (more) => (text += more), isTerminal, columns: 200, now: () => (ms += 150) },
    settings,
    json,
  );
  for (const event of [ready, metrics]) report.hear(event);
  report.done();
  return text;
}

it('prints one JSON event a line, done last', () => {
  const lines = shown(true)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(['ready', 'metrics', 'metrics', 'metrics', 'done']);
  expect(lines.at(-1)).toEqual({
    type: 'done',
    step: 2,
    train_loss: 3,
    val_loss: 3.5,
    tokens_per_second: 667,
  });
});

it('prints a plain line at each validation', () => {
  expect(shown(false)).toBe(
    [
      '123,456 parameters, n_vocab 65, wasm',
      'step 2/100  train 3.0000  val 3.5000  667 tok/s  0:15 left',
      'done at step 2: train 3.0000, val 3.5000, 667 tok/s',
      '',
    ].join('\n'),
  );
});

it('moves a bar on a terminal', () => {
  expect(shown(false, true)).toContain('\r\u001b[2K░░░░░░░░░░░░░░░░░░░░░░░░  step 2/100');
});
