import { expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import type { TrainerEvent } from '../contract/trainer';
import { withClassifier } from '../graph/labelled';
import { templates } from '../graph/templates';
import { type GenerateCommand, Generations } from './generations';
import { openSession } from './session';
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
