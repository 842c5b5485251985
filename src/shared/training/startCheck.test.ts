import { expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import { setParam } from '../graph/document';
import { tinyGpt } from '../graph/templates';
import { validate } from './evaluation';
import { openSession } from './session';
import { startOf } from './startCheck';
import { tinyHost } from './tiny.testing';

const rest = () => Promise.resolve();

async function startWith(std: number, tied = true) {
  const host = tinyHost();
  const drawn = tinyGpt({ n_layers: 1, n_heads: 2, d_model: 16, tied });
  const drawing = setParam(drawn, 'tokenEmbedding', 'std', std);
  const session = await openSession({ ...host, run: { ...host.run, drawing } });
  const { loss } = await validate(session.model, session.source, 4, rest);
  return {
    loss,
    session,
    start: startOf(session.model, session.source, { loss, masked: session.masked }),
  };
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
