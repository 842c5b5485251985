import { expect, it } from 'vitest';
import { settingsSchema } from '../contract/project';
import type { RecordRow } from '../datasets/records';
import { setParam } from '../graph/document';
import { withClassifier } from '../graph/labelled';
import { templates } from '../graph/templates';
import { fitTokenizer } from '../tokenizers/registry';
import { openSession } from './session';
import { tinyHost } from './tiny.testing';

/** Of the words `aaa` and `bbb`, which is of a. */
async function labelling(kind: 'mean' | 'cls') {
  const tokenizer = fitTokenizer('character', 'ab', ['<cls>']);
  const words = ['aaa', 'bbb'];
  const part: RecordRow = {
    length: words.length,
    n_tokens: 6,
    size: () => ({ input: 3, output: 1 }),
    read: (i) => ({
      input: Int32Array.from(tokenizer.encode(words[i] ?? '').ids),
      output: Int32Array.of(i),
    }),
  };
  const records = { tokenizer, use: 'label' as const, labels: ['a', 'b'], n_unknown: 0 };
  const host = tinyHost();
  const objective = 'sequenceLabel';
  const drawn = withClassifier(
    templates.bert.make({ n_layers: 1, n_heads: 2, d_model: 16, dropout: 0 }),
    2,
    true,
  );
  const run = {
    ...host.run,
    drawing: setParam(drawn, 'pooling', 'kind', kind),
    settings: settingsSchema.parse({ ...host.run.settings, objective, max_steps: 60 }),
    tokenizer: tokenizer.save(),
    data: {
      ...host.run.data,
      table: { format: 'csv', delimiter: ',', header: true, input: 't', output: 'l', use: 'label' },
    } as const,
  };
  const openTokens = async () => ({ ...records, train: part, val: part });
  const session = await openSession({ ...host, run, openTokens });
  return {
    session,
    first: session.dataset.val(0).tokens?.[0],
    cls: tokenizer.specials.get('<cls>'),
  };
}

it('puts a token of its own first where the first position is pooled, from which labels are learned', async () => {
  const { session, first, cls } = await labelling('cls');
  expect(cls).toBeDefined();
  expect(first).toBe(cls);
  const start = await session.trainer.trainStep();
  let last = start;
  for (let i = 0; i < 60; i++) last = await session.trainer.trainStep();
  expect(last.train_loss).toBeLessThan(0.5 * start.train_loss);
});

it('puts none where all positions are pooled', async () => {
  const { first, cls } = await labelling('mean');
  expect(first).not.toBe(cls);
});
