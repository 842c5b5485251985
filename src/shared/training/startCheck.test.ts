import { expect, it } from 'vitest';
import type { AnyBlock } from '../blocks/block';
import { settingsSchema } from '../contract/project';
import { setParam } from '../graph/document';
import { tinyGpt } from '../graph/templates';
import { validate } from './evaluation';
import { openSession } from './session';
import { reasonOf, startOf } from './startCheck';
import { tinyHost } from './tiny.testing';

const rest = () => Promise.resolve();

/** What it prefers it now holds for least likely. */
const turnedOver = (block: AnyBlock): AnyBlock => ({
  ...block,
  forward: (context) => context.ops.tf.neg(block.forward(context)),
});

async function startWith(std: number, tied = true) {
  const host = tinyHost();
  const drawn = tinyGpt({ n_layers: 1, n_heads: 2, d_model: 16, tied });
  const drawing = setParam(drawn, 'tokenEmbedding', 'std', std);
  const session = await openSession({ ...host, run: { ...host.run, drawing } });
  const { model, source, masked } = session;
  const { loss } = await validate(model, source, 4, rest);
  return { loss, session, start: startOf(model, source, { n_batches: 4, masked }) };
}

it('finds the first loss near ln n_vocab, and a mask that holds', async () => {
  const { loss, session, start } = await startWith(0.02);
  const { n_vocab } = session.dataset.tokenizer;
  expect(start.expected).toBeCloseTo(Math.log(n_vocab), 6);
  expect(Math.abs(loss - start.expected)).toBeLessThan(0.1 * start.expected);
  expect(start.reason).toBeNull();
  expect(start.masked).toBe(8);
});

it('names the spread of the first logits when it costs', async () => {
  const { loss, start } = await startWith(1);
  expect(start.spread).toBeGreaterThan(1);
  expect(loss).toBeGreaterThan(1.1 * start.expected);
  expect(start.reason).toBe('spread');
  expect(start.uneven).toBeGreaterThan((loss - start.expected) / 2);
});

it.each([
  [0.1, 0.2, null],
  [1.4, 0.6, 'spread'],
  [0.2, 1.8, 'against'],
  [0.2, -2.2, 'favours'],
  [Number.POSITIVE_INFINITY, 0.2, 'unknown'],
  [0.2, Number.NaN, 'unknown'],
])(
  'gives a loss to which unevenness adds %d nats, and the places of right answers %d, the reason %s',
  (uneven, below, reason) => {
    expect(reasonOf({ expected: 4, uneven, below })).toBe(reason);
  },
);

it('looks at the very batches that were judged', async () => {
  const { session, start } = await startWith(1);
  const one = startOf(session.model, session.source, { n_batches: 1, masked: null });
  expect(one.expected).toBe(start.expected);
  expect(one.uneven).not.toBeCloseTo(start.uneven ?? Number.NaN, 4);
});

it('names right answers that stand below the mean of the logits', async () => {
  const { session } = await startWith(0.02);
  const { model, source } = session;
  for (let i = 0; i < 20; i++) await session.trainer.trainStep();
  const { compiled } = model;
  const steps = compiled.steps.map((step, place) =>
    place === compiled.output ? { ...step, block: turnedOver(step.block) } : step,
  );
  const turned = { ...model, compiled: { ...compiled, steps } };
  expect(startOf(turned, source, { n_batches: 4, masked: null }).reason).toBe('against');
});

it('needs no mask where tokens are hidden instead', async () => {
  const host = tinyHost();
  const settings = settingsSchema.parse({ ...host.run.settings, objective: 'maskedToken' });
  const drawing = setParam(host.run.drawing, 'attention', 'causal', false);
  const tokenizer = { ...Object(host.run.tokenizer), specials: ['<mask>'] };
  const session = await openSession({
    ...host,
    run: { ...host.run, settings, drawing, tokenizer },
  });
  expect(session.masked).toBeNull();
});
