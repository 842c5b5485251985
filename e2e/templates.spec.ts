import { expect, test } from './driver';
import { Person } from './person';

test('every template opens laid out, compiles and trains', async ({ app }) => {
  test.setTimeout(300_000);
  const person = new Person(app);
  await person.arrive();
  const templates = await person.templates();
  expect(templates.length).toBeGreaterThanOrEqual(9);
  for (const [i, template] of templates.entries()) {
    await person.startTemplate(template);
    await expect(person.see('drawing-state'), template).toContainText('sound');
    const places = await person.page
      .locator('.react-flow__node')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, template).toBe(places.length);
    await person.set({ max_steps: 2, batch_size: 4 });
    await person.train();
    await person.showTab('runs');
    await expect(person.see('run')).toHaveCount(i + 1);
    await expect(person.see('run').first(), template).toHaveAttribute('data-status', 'done', {
      timeout: 60_000,
    });
  }
});
