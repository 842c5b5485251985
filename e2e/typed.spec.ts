import { expect, test } from './driver';
import { Person, small } from './person';

test('a number counts for the drawing it was typed into, however soon a key follows', async ({
  app,
}) => {
  const person = new Person(app);
  await person.arrive();
  await person.select('attention');
  const n_heads = person.see('inspector-attention').getByTestId('param-n_heads');
  await n_heads.fill('2');
  await person.page.keyboard.press('Control+Shift+d');
  await expect(person.see('variant')).toHaveCount(2);
  await person.see('variant').first().click();
  await person.select('attention');
  await expect(n_heads).toHaveValue('2');
});

test('the number of layers shown is the one that the model has', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  const layers = person.see('layers-decoder');
  const had = await layers.inputValue();
  await layers.fill('');
  await layers.blur();
  await expect(layers).toHaveValue(had);
  await layers.fill('0');
  await layers.blur();
  await expect(layers).toHaveValue('1');
  await layers.fill('97');
  await layers.blur();
  await expect(layers).toHaveValue('96');
  await layers.fill('3');
  await expect(person.see('frame-decoder').getByRole('button', { name: /3/ })).toHaveCount(1);
});

test('heatmaps are painted anew in the colours of another theme', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.set({ ...small, max_steps: 5 });
  await person.train();
  await person.reachStep(5);
  const heatmap = person.see('heatmap').first().locator('canvas');
  const picture = () => heatmap.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect(person.see('attention-subject')).toContainText('step 5');
  // Nothing else paints it anew: it stays as it is for longer than it is ever redrawn in.
  let light = '';
  await expect(async () => {
    light = await picture();
    await person.page.waitForTimeout(1500);
    expect(await picture()).toBe(light);
  }).toPass();
  await person.see('theme').click();
  await person.page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect.poll(picture).not.toBe(light);
});
