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

test('nothing is trained while a field shows what would not be trained with', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  const train = person.see('train');
  for (const [typed, said] of [
    ['abc', 'max_steps: expected a number, got “abc”. Use 1 to 1,000,000.'],
    ['', 'max_steps: the field is empty. Use 1 to 1,000,000.'],
  ] as const) {
    await person.set({ max_steps: typed });
    await expect(person.page.locator('#setting-max_steps-message')).toHaveText(said);
    await expect(train).toBeDisabled();
    await person.page.keyboard.press('Control+Enter');
    const notice = person.page.getByRole('alert').filter({ hasText: said });
    await expect(notice).toBeVisible();
    await notice.getByRole('button').click();
  }
  await person.set({ lr: '0' });
  await expect(person.page.locator('#setting-lr-message')).toHaveText(/Use a number above 0/);
  await person.set({ ...small, max_steps: 3, lr: 0.001 });
  await person.train();
  await person.reachStep(3);
});
