import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import type { TrainerEvent } from '../contract/trainer';
import { withClassifier } from '../graph/labelled';
import { draw } from '../graph/parts';
import { templates } from '../graph/templates';
import type { Tensor } from '../tensor/ops';
import { loadTokenizer } from '../tokenizers/registry';
import { type GenerateCommand, Generations } from './generations';
import { openSession, type Session } from './session';
import { tinyHost } from './tiny.testing';

const tiny = { n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 };
const translation = { type: 'translation', params: {} };

type Generated = Extract<TrainerEvent, { type: 'generated' }>;

async function asked(
  change: Partial<GenerateCommand>,
  objective = 'seq2seq',
  drawing = templates.transformer2017.make(tiny),
  task = translation,
): Promise<Generated> {
  const host = tinyHost();
  const settings = settingsSchema.parse({ ...host.run.settings, objective, n_ctx: 24 });
  const session = await openSession({ ...host, run: { ...host.run, drawing, settings, task } });
  const said: Generated[] = [];
  const generations = new Generations(
    session,
    () => performance.now(),
    (event) => {
      if (event.type === 'generated') said.push(event);
    },
  );
  generations.start({
    type: 'generate',
    request: 'one',
    prompt: 'the cat eats fish',
    length: 200,
    temperature: 0,
    top_k: 0,
    seed: 1,
    use_cache: true,
    ...change,
  });
  while (generations.busy) generations.advance();
  const text = said.map((event) => event.text).join('');
  const last = said.at(-1);
  if (last === undefined) throw new Error('nothing was said');
  return { ...last, text };
}

const sentence = ({ problem }: Generated) => problem && `${problem.what.en} ${problem.fix.en}`;

it('answers a source within n_ctx, by one beam as greedily, and tells how likely that is', async () => {
  const greedy = await asked({});
  expect(greedy.n_tokens).toBeLessThanOrEqual(24);
  expect(greedy.logProbability).toBeLessThan(0);
  const one = await asked({ n_beams: 1 });
  expect(one.text).toBe(greedy.text);
  const four = await asked({ n_beams: 4 });
  expect(four.done).toBe(true);
});

it('leaves out what the vocabulary lacks, and says how much', async () => {
  expect((await asked({ prompt: 'the purple cat eats quiche' })).n_unknown).toBe(2);
});

it('says why a source cannot be answered', async () => {
  expect(sentence(await asked({ prompt: 'xyzzy' }))).toMatch(
    /^none of its words is in the vocabulary\. Write it like “the .+”\.$/,
  );
  const long = Array.from({ length: 30 }, () => 'cat').join(' ');
  expect(sentence(await asked({ prompt: long }))).toBe(
    'it is 30 tokens long, but the model sees 24 (n_ctx). Shorten it.',
  );
});

it('says that a model which labels writes nothing', async () => {
  const drawing = withClassifier(templates.bert.make(tiny), 2, true);
  const task = { type: 'whichFirst', params: {} };
  expect(sentence(await asked({}, 'sequenceLabel', drawing, task))).toBe(
    'a model that learns Label a sequence writes none. Train one that predicts the next token, or from a source.',
  );
});

/** Counts how often the last block asks for its weights: once for every time that the model computes. */
class Counted extends Map<string, Tensor> {
  n = 0;

  override get(name: string): Tensor | undefined {
    if (name === 'unembedding.W_U') this.n++;
    return super.get(name);
  }
}

/** A model that after c goes on with nothing but a, or with nothing but t, and cannot tell which is likelier. */
async function undecided(): Promise<{ session: Session; weights: Counted }> {
  const host = tinyHost();
  const { n_vocab, encode } = loadTokenizer(host.run.tokenizer);
  const drawing = draw(
    [
      { id: 'tokens', type: 'tokens' },
      { id: 'embedding', type: 'tokenEmbedding', params: { d_model: n_vocab }, from: 'tokens' },
      { id: 'unembedding', type: 'unembedding', params: { tied: false }, from: 'embedding' },
    ],
    {},
  );
  const session = await openSession({ ...host, run: { ...host.run, drawing } });
  const { tf } = session.model.backend.ops;
  const [c = 0, a = 0, t = 0] = encode('cat').ids;
  const follows = tf.buffer([n_vocab, n_vocab]);
  for (const [from, to] of [
    [c, a],
    [c, t],
    [a, a],
    [t, t],
  ])
    follows.set(9, from ?? 0, to ?? 0);
  const weights = new Counted([
    ['embedding.W_E', tf.eye(n_vocab)],
    ['unembedding.W_U', follows.toTensor()],
  ]);
  return { session: { ...session, model: { ...session.model, weights } }, weights };
}

describe('a beam search whose beams never agree', () => {
  const said: TrainerEvent[] = [];
  const command = { type: 'generate', request: 'one', prompt: 'c', length: 500 } as const;
  const order = { ...command, temperature: 0, top_k: 0, seed: 1, use_cache: true, n_beams: 2 };

  /** Every computation takes 10 ms. */
  async function started() {
    const { session, weights } = await undecided();
    const now = () => 10 * weights.n;
    const generations = new Generations(session, now, (event) => said.push(event));
    generations.start(order);
    return { generations, weights };
  }

  it('lets others have their turn after a step, and can be stopped there', async () => {
    const { generations, weights } = await started();
    generations.advance();
    expect(weights.n).toBe(3);
    generations.advance();
    expect(weights.n).toBe(5);
    generations.cancel('one');
    expect(generations.busy).toBe(false);
    expect(said.at(-1)).toMatchObject({ text: '', n_tokens: 0, done: true });
  });

  it('says the likelier text in the end', async () => {
    const { generations } = await started();
    while (generations.busy) generations.advance();
    expect(said.at(-1)).toMatchObject({ n_tokens: 500, done: true, ended: false });
  });
});
