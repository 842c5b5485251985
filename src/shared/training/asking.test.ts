import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import type { AttentionView, TrainerEvent } from '../contract/trainer';
import type { RecordRow } from '../datasets/records';
import { templates } from '../graph/templates';
import { fitTokenizer } from '../tokenizers/registry';
import { ask, readPrompt } from './asking';
import { AttentionWatch } from './attentionWatch';
import { Generations } from './generations';
import { sampleText } from './sample';
import { openSession, type Session } from './session';
import { tinyHost } from './tiny.testing';

const tiny = { n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 };
const csv = { format: 'csv', delimiter: ',', header: true, input: 'a', output: 'b' } as const;
const letters = fitTokenizer('character', 'abc', ['<bos>', '<eos>', '<sep>']);
const ids = (text: string) => Int32Array.from(letters.encode(text).ids);

const rows: RecordRow = {
  length: 1,
  n_tokens: 3,
  size: () => ({ input: 3, output: 2 }),
  read: () => ({ input: ids('abc'), output: ids('ca') }),
};

/** A session of a table of the one record abc. */
function open(use: 'text' | 'pair'): Promise<Session> {
  const host = tinyHost();
  const settings = settingsSchema.parse({ ...host.run.settings, n_ctx: 12 });
  const data = { ...host.run.data, table: { ...csv, use } };
  const records = { use, labels: [], train: rows, val: rows, n_unknown: 0 };
  const drawing = templates.gpt2.make(tiny);
  return openSession({
    ...host,
    run: { ...host.run, tokenizer: letters.save(), settings, data, drawing },
    openTokens: async (tokenizer) => ({ ...records, tokenizer }),
  });
}

/** What the model is shown of the first training example. */
function shown({ source }: Session): number[] {
  const { n_vocab, specials } = source.dataset.tokenizer;
  const random = () => {
    throw new Error('nothing is drawn');
  };
  const context = { n_ctx: 12, n_vocab, specials, random };
  const { feeds } = source.objective.batch([source.dataset.train(1, 0)], context);
  return Array.from(feeds.tokens?.values ?? []);
}

const greedy = { length: 20, temperature: 0, top_k: 0, seed: 1, use_cache: true };

/** What is generated from a prompt, as one text. */
function generated(session: Session, prompt: string, change: Partial<typeof greedy> = {}) {
  const said: TrainerEvent[] = [];
  const generations = new Generations(
    session,
    () => 0,
    (event) => said.push(event),
  );
  generations.start({ type: 'generate', request: 'one', prompt, ...greedy, ...change });
  while (generations.busy) generations.advance();
  const events = said.flatMap((event) => (event.type === 'generated' ? [event] : []));
  const { n_tokens = 0, ended } = events.at(-1) ?? {};
  return { text: events.map(({ text }) => text).join(''), n_tokens, ended };
}

describe('a text of a table', () => {
  it.each(['', 'a', 'ab'])('is asked for as an example begins: “%s”', async (typed) => {
    const session = await open('text');
    const question = ask(session, readPrompt(session, typed).ids)?.ids ?? [];
    expect(question).toHaveLength(1 + typed.length);
    expect(question).toEqual(shown(session).slice(0, question.length));
  });

  it('is looked at as an example begins', async () => {
    const session = await open('text');
    const views: AttentionView[] = [];
    const watch = new AttentionWatch(
      session,
      () => 0,
      (view) => views.push(view),
    );
    watch.attend('ab', false);
    watch.answer();
    expect(views.map(({ tokens }) => tokens)).toEqual([['<bos>', 'a', 'b']]);
  });

  it('that was learned by heart is said from the first token to its end', async () => {
    const session = await open('text');
    for (let step = 0; step < 40; step++) await session.trainer.trainStep();
    expect(generated(session, '')).toEqual({ text: 'abc', n_tokens: 3, ended: true });
    expect(generated(session, 'ab')).toEqual({ text: 'c', n_tokens: 1, ended: true });
  });
});

it('of a pair is asked for as an example begins', async () => {
  const session = await open('pair');
  const question = ask(session, readPrompt(session, '').ids)?.ids ?? [];
  expect(question).toEqual([...ids('abc'), letters.specials.get('<sep>')]);
  expect(question).toEqual(shown(session).slice(0, question.length));
});

describe('what is written', () => {
  const random = { temperature: 10, length: 40 };
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);

  it.each(['text', 'pair'] as const)('of a %s shows no marks, but what is unknown', async (use) => {
    const session = await open(use);
    const all = seeds.map((seed) => generated(session, 'a', { ...random, seed }));
    const text = all.map((each) => each.text).join('');
    expect(text.replaceAll('<unk>', '')).toMatch(/^[abc]+$/);
    expect(text).toContain('<unk>');
    const n_tokens = all.reduce((sum, each) => sum + each.n_tokens, 0);
    expect(text.replaceAll('<unk>', '?').length).toBeLessThan(n_tokens);
  });

  it('as a sample shows no marks either', async () => {
    const session = await open('text');
    const host = tinyHost();
    let samples = '';
    for (const seed of seeds) {
      const run = { ...host.run, settings: { ...host.run.settings, seed } };
      samples += await sampleText(session, { run, now: () => 0 }, async () => undefined);
    }
    expect(samples.replaceAll('<unk>', '')).toMatch(/^[abc]+$/);
  });
});
