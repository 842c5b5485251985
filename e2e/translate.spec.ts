import { expect, test } from './driver';
import { Person } from './person';

/** An encoder-decoder of one layer each: type, and where on the canvas. */
const encoder = [
  ['source', 0.93],
  ['tokenEmbedding', 0.83],
  ['sinusoidalPosition', 0.73],
  ['selfAttention', 0.63],
  ['residualAdd', 0.53],
] as const;
const decoder = [
  ['tokens', 0.93],
  ['tokenEmbedding', 0.83],
  ['sinusoidalPosition', 0.73],
  ['selfAttention', 0.63],
  ['residualAdd', 0.53],
  ['crossAttention', 0.43],
  ['residualAdd', 0.33],
  ['feedForward', 0.23],
  ['residualAdd', 0.13],
  ['unembedding', 0.04],
] as const;

const wires: [from: string, to: string, port?: string][] = [
  ['source', 'tokenEmbedding', 'ids'],
  ['tokenEmbedding', 'sinusoidalPosition'],
  ['sinusoidalPosition', 'attention'],
  ['sinusoidalPosition', 'residual'],
  ['attention', 'residual', 'branch'],
  ['tokens', 'tokenEmbedding-2', 'ids'],
  ['tokenEmbedding-2', 'sinusoidalPosition-2'],
  ['sinusoidalPosition-2', 'attention-2'],
  ['sinusoidalPosition-2', 'residual-2'],
  ['attention-2', 'residual-2', 'branch'],
  ['residual-2', 'crossAttention'],
  ['residual-2', 'residual-3'],
  ['crossAttention', 'residual-3', 'branch'],
  ['residual-3', 'feedForward'],
  ['residual-3', 'residual-4'],
  ['feedForward', 'residual-4', 'branch'],
  ['residual-4', 'unembedding'],
];

/** Seconds on two cores, and nearly every held-out sentence right. */
const settings = {
  n_ctx: 24,
  batch_size: 32,
  max_steps: 220,
  lr: 0.005,
  min_lr: 0.0005,
  warmup_steps: 20,
  weight_decay: 0,
  eval_interval: 110,
  sample_interval: 1000,
  checkpoint_interval: 1000,
};

test('wires an encoder-decoder by hand, mends a leak, trains it to translate, and translates', async ({
  app,
}) => {
  test.setTimeout(300_000);
  const person = new Person(app);
  await person.arrive();
  await person.learn('translation', 'seq2seq');
  await person.showTab('blocks');
  await person.template('templateEmpty');
  for (const [type, y] of encoder) await person.place(type, 0.34, y);
  for (const [type, y] of decoder) await person.place(type, 0.66, y);
  for (const [from, to, port] of wires) await person.wire(from, to, port);

  // The mistake: the decoder's own tokens as memory, instead of the encoder's end.
  await person.wire('tokenEmbedding-2', 'crossAttention', 'memory');
  const cross = person.see('node-crossAttention');
  await expect(cross).toHaveAttribute(
    'data-problem',
    'Cross-attention: its memory comes from Token embedding 2, which holds all tokens, and with them the answers of Sequence to sequence. Wire its memory to an encoder of Source tokens.',
  );
  const blamed = person.see('wire-tokenEmbedding-2>crossAttention.memory');
  await expect(blamed).toHaveAttribute('data-state', 'faulty');
  await expect(blamed.locator('path').first()).toHaveCSS('stroke', await person.colour('--fault'));
  await expect(blamed.locator('title')).toContainText('Cross-attention: its memory comes from');
  await expect(person.faultyWires()).toHaveCount(1);
  await expect(person.see('train')).toHaveAttribute('aria-disabled', 'true');
  await person.page.keyboard.press('Control+z');
  await expect(person.faultyWires()).toHaveCount(0);
  await expect(cross).not.toHaveAttribute('data-state', 'faulty');
  await person.wire('residual', 'crossAttention', 'memory');
  await expect(cross).toHaveAttribute('data-state', 'sound');
  await expect(person.see('drawing-state')).toContainText('sound');

  // An encoder looks both ways; a decoder that does is told so, and mended by a click.
  await person.toggleParam('attention', 'causal');
  await expect(person.see('drawing-state')).toContainText('sound');
  await person.toggleParam('attention-2', 'causal');
  await expect(person.see('node-attention-2')).toHaveAttribute(
    'data-problem',
    'Self-attention 2: it sees later tokens, which are the answers of Sequence to sequence. Turn causal on.',
  );
  await person
    .see('inspector-attention-2')
    .getByRole('button', { name: 'causal = true' })
    .first()
    .click();
  await expect(person.see('drawing-state')).toContainText('sound');

  for (const embedding of ['tokenEmbedding', 'tokenEmbedding-2'])
    await person.setParam(embedding, 'std', 0.5);
  await person.set(settings);
  await person.train();
  await person.reachStep(220);

  await person.showTab('runs');
  const run = person.see('run').first();
  await expect(run).toHaveAttribute('data-status', 'done', { timeout: 60_000 });
  await expect(run).toContainText('nothing before it moved');
  await expect(run).toContainText(/Perplexity\s*1\.\d+/);
  await expect(run).toContainText(/First loss\s*[\d.]+, ln \d+ = [\d.]+/);
  const exact = /exact match\s*([\d.]+) %/i.exec(await run.innerText())?.[1];
  expect(Number(exact)).toBeGreaterThanOrEqual(90);

  await person.see('prompt').fill('the cat sees red flowers today');
  await person.see('generate').click();
  await expect(person.see('generate-status')).toHaveAttribute('data-state', 'done');
  await expect(person.see('generated')).toHaveText('今天 猫 看见 红 的 花');
  await expect(run).toContainText('done');
  await person.see('generate-strategy').getByText('Beam').click();
  await person.see('generate').click();
  await expect(person.see('generate-status')).toHaveAttribute('data-state', 'done');
  await expect(person.see('generated')).toHaveText('今天 猫 看见 红 的 花');

  const attention = person.see('attention-panel');
  await attention.getByLabel('Sentence').fill('the cat sees red flowers today');
  await attention.getByLabel('Sentence').press('Enter');
  await attention
    .getByLabel('Layer', { exact: true })
    .selectOption({ label: '3 · crossAttention' });
  await expect(person.see('attention-sides').first()).toHaveText('rows: target · columns: source');
  const heatmap = person.see('heatmap').first();
  await expect(heatmap).toHaveAttribute('data-tokens', '6');
  // <bos> and the six tokens of the answer.
  await expect(heatmap).toHaveAttribute('data-rows', '7');
  await attention.getByLabel('As table').click();
  await expect(person.see('head-table').first()).toContainText('今天');
  for (const sum of await person.rowSums()) expect(Math.abs(sum - 1)).toBeLessThan(0.02);
});
