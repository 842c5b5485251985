import { describe, expect, it } from 'vitest';
import { type Drawing, settingsSchema, type TaskChoice } from '../contract/project';
import type { AttentionView } from '../contract/trainer';
import { withClassifier } from '../graph/labelled';
import { templates } from '../graph/templates';
import { AttentionWatch } from './attentionWatch';
import { openSession } from './session';
import { tinyHost } from './tiny.testing';

const tiny = { n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 };

async function looked(
  { objective, drawing, task }: { objective: string; drawing: Drawing; task: TaskChoice | null },
  text: string | null,
): Promise<AttentionView> {
  const host = tinyHost();
  const settings = settingsSchema.parse({ ...host.run.settings, objective, n_ctx: 24 });
  const session = await openSession({ ...host, run: { ...host.run, drawing, settings, task } });
  const views: AttentionView[] = [];
  const watch = new AttentionWatch(
    session,
    () => 0,
    (view) => views.push(view),
  );
  watch.attend(text, false);
  watch.answer();
  const [view] = views;
  if (view === undefined) throw new Error('nothing was seen');
  return view;
}

const sides = ({ layers }: AttentionView) =>
  layers.map(({ name, queries, keys, causal }) => `${name} ${queries} ${keys} ${causal}`);

describe('an encoder-decoder', () => {
  const translator = {
    objective: 'seq2seq',
    drawing: templates.transformer2017.make(tiny),
    task: { type: 'translation', params: {} },
  };

  it('shows a held-out sentence with its translation', async () => {
    const view = await looked(translator, null);
    expect(view.source?.[0]).toBe('the');
    expect(view.tokens[0]).toBe('<bos>');
    expect(view.tokens.slice(1).join('')).toMatch(/^\p{Script=Han}+$/u);
    expect(sides(view)).toEqual([
      'encoder.0.attention source source false',
      'decoder.0.attention-2 tokens tokens true',
      'decoder.0.crossAttention tokens source false',
    ]);
  });

  it('shows a typed sentence with the answer that the model gives', async () => {
    const view = await looked(translator, 'the cat eats fish');
    expect(view.source).toEqual(['the', 'cat', 'eats', 'fish']);
    expect(view.tokens[0]).toBe('<bos>');
    expect(view.tokens.length).toBeLessThanOrEqual(24);
  });
});

it('shows what a masked model sees: both sides of what is hidden', async () => {
  const cloze = { type: 'cloze', params: {} };
  const drawing = templates.bert.make(tiny);
  const view = await looked({ objective: 'maskedToken', drawing, task: cloze }, null);
  expect(view.tokens).toHaveLength(8);
  expect(sides(view)).toEqual(['encoder.0.attention tokens tokens false']);
  const [layer] = view.layers;
  expect(layer?.pattern.subarray(0, 64).every((weight) => weight > 0)).toBe(true);
});

it('shows a drawing that labels', async () => {
  const drawing = withClassifier(templates.bert.make(tiny), 2, true);
  const task = { type: 'whichFirst', params: {} };
  const view = await looked({ objective: 'sequenceLabel', drawing, task }, null);
  expect(view.tokens[0]).toBe('>');
  expect(view.tokens).toHaveLength(16);
});

it('shows the question, the mark between and the answer of a model that reads them in one row', async () => {
  const task = { type: 'reverse', params: { length: 3, n_symbols: 6 } };
  const drawing = templates.gpt2.make(tiny);
  const view = await looked({ objective: 'nextToken', drawing, task }, '123');
  expect(view.tokens.slice(0, 4)).toEqual(['1', '2', '3', '<sep>']);
  expect(view.source).toBeUndefined();
});
