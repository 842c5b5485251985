import { expect, test } from './driver';
import { Person, small } from './person';

test('trains one head and eight side by side on the same data, order and seed', async ({ app }) => {
  test.setTimeout(150_000);
  const person = new Person(app);
  await person.arrive();
  await person.setParam('attention', 'n_heads', 1);
  await person.see('add-variant').click();
  await expect(person.see('variant')).toHaveCount(2);
  await person.setParam('attention', 'n_heads', 8);
  await person.set({ ...small, max_steps: 30 });
  await person.see('train-all').click();
  await person.reachStep(30);

  const legend = person.see('legend').locator('li');
  await expect(legend).toHaveCount(2);
  await expect(legend.filter({ hasText: 'n_heads' })).not.toHaveCount(0);
  await expect(person.see('attention-subject')).toHaveCount(2);
  await expect(person.see('attention-subject').first().getByTestId('heatmap')).toHaveCount(1);
});

test('trains learned and sinusoidal positions side by side', async ({ app }) => {
  test.setTimeout(150_000);
  const person = new Person(app);
  await person.arrive();
  await person.see('add-variant').click();
  await expect(person.see('variant')).toHaveCount(2);
  await person.select('position');
  await person.see('replace').click();
  await person.see('replace-sinusoidalPosition').click();
  await expect(person.see('node-name')).toHaveValue(/Sinusoidal/);
  await person.set({ ...small, max_steps: 10 });
  await person.see('train-all').click();
  await person.reachStep(10);
  const legend = person.see('legend').locator('li');
  await expect(legend).toHaveCount(2);
  await expect(legend.filter({ hasText: /sinusoidal/i })).not.toHaveCount(0);
});
