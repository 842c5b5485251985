import { expect, test } from './driver';
import { Person, small } from './person';

test('builds a model from an empty canvas and trains it', async ({ app }) => {
  test.setTimeout(120_000);
  const person = new Person(app);
  await person.arrive();
  await person.template('templateEmpty');
  await expect(person.page.locator('.react-flow__node')).toHaveCount(0);

  await person.place('tokens', 0.5, 0.92);
  await person.place('tokenEmbedding', 0.5, 0.78);
  await person.place('learnedPosition', 0.5, 0.64);
  await person.place('selfAttention', 0.7, 0.5);
  await person.place('residualAdd', 0.5, 0.36);
  await person.place('layerNorm', 0.5, 0.22);
  await person.place('unembedding', 0.5, 0.08);
  await expect(person.page.locator('.react-flow__node')).toHaveCount(7);

  await person.wire('tokens', 'tokenEmbedding', 'ids');
  await person.wire('tokenEmbedding', 'learnedPosition');
  await person.wire('learnedPosition', 'attention');
  await person.wire('learnedPosition', 'residual');
  await person.wire('attention', 'residual', 'branch');
  await person.wire('residual', 'norm');
  await person.wire('norm', 'unembedding');
  await expect(person.see('drawing-state')).toContainText('sound');
  await expect(person.see('shape').first()).toContainText('(B, T');

  await person.set({ ...small, max_steps: 20 });
  await person.train();
  await person.reachStep(20);

  // As if its mask test had failed: no block that is offered leaks unseen.
  await person.showTab('runs');
  await expect(person.faultyWires()).toHaveCount(0);
  const run = await person.see('run').first().getAttribute('data-run');
  const sentence = 'a change of token 8 changes its output at position 1, before it.';
  await app.main.evaluate(
    ({ BrowserWindow }, [id, what]) => {
      const text = (words = '') => ({ en: words, zh: words });
      const target = { node: 'norm', wire: 'residual>norm.x' };
      const problem = { where: text('LayerNorm'), what: text(what), fix: text(), target };
      const event = { type: 'failed', step: 20, problem };
      const [window] = BrowserWindow.getAllWindows();
      window?.webContents.send('event', 'run:event', { run: id, event });
    },
    [run ?? '', sentence],
  );
  await expect(person.see('wire-residual>norm.x')).toHaveAttribute('data-state', 'faulty');
  await expect(person.see('node-norm')).toHaveAttribute('data-problem', `LayerNorm: ${sentence}`);
  await person.see('drawing-state').click();
  await expect(person.see('inspector-drawing')).toContainText(sentence);
});

test('a wrong wire explains itself, and undo takes every act back', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  const before = await person.see('n-params').textContent();

  await person.setParam('attention', 'n_heads', 5);
  await expect(person.see('node-attention')).toHaveAttribute(
    'data-problem',
    'Self-attention: d_model 64 is not divisible by n_heads 5. Use 1, 2, 4, 8, 16, 32 or 64.',
  );
  await expect(person.see('node-residual')).toHaveAttribute('data-state', 'waiting');
  await expect(person.see('train')).toHaveAttribute('aria-disabled', 'true');
  await person.page.keyboard.press('Control+z');
  await expect(person.see('node-attention')).toHaveAttribute('data-state', 'sound');

  // Ids where vectors are needed: the fault stands where the wire arrives.
  await person.wire('tokens', 'position');
  await expect(person.see('callout').or(person.page.getByRole('alert')).first()).toContainText(
    /\(B, T\)/,
  );
  await person.page.keyboard.press('Control+z');
  await expect(person.see('drawing-state')).toContainText('sound');
  expect(await person.see('n-params').textContent()).toBe(before);
});

test('removes, undoes and redoes a block, and moves one in a single step', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  const nodes = person.page.locator('.react-flow__node');
  const count = await nodes.count();
  await person.select('feedForward');
  await person.page.keyboard.press('Delete');
  await expect(nodes).toHaveCount(count - 1);
  await person.page.keyboard.press('Control+z');
  await expect(nodes).toHaveCount(count);
  await person.page.keyboard.press('Control+Shift+z');
  await expect(nodes).toHaveCount(count - 1);
  await person.page.keyboard.press('Control+z');

  const node = person.see('node-tokens');
  const start = await node.boundingBox();
  if (start === null) throw new Error('tokens are not on the screen');
  await person.page.mouse.move(start.x + 60, start.y + 10);
  await person.page.mouse.down();
  await person.page.mouse.move(start.x + 62, start.y + 10);
  await person.page.mouse.move(start.x + 120, start.y + 10, { steps: 6 });
  await person.page.mouse.up();
  const moved = await node.boundingBox();
  expect((moved?.x ?? 0) - start.x).toBeGreaterThan(30);
  await person.page.keyboard.press('Control+z');
  await expect
    .poll(async () => Math.round((await node.boundingBox())?.x ?? 0))
    .toBe(Math.round(start.x));
});

test('speaks Chinese at a click, without a restart', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.see('language').click();
  await expect(person.page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(person.see('node-attention')).toContainText('自注意力');
  await person.setParam('attention', 'n_heads', 5);
  await expect(person.see('node-attention')).toHaveAttribute(
    'data-problem',
    /d_model 64 不能被 n_heads 5 整除/,
  );
  await person.see('language').click();
  await expect(person.see('node-attention')).toContainText('Self-attention');
});
