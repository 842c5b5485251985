import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './driver';
import { Person } from './person';

for (const language of ['en', 'zh']) {
  test(`has no serious fault for those who hear or type the window (${language})`, async ({
    app,
  }) => {
    const person = new Person(app);
    await person.arrive();
    if (language === 'zh') await person.see('language').click();
    for (const tab of ['data', 'runs', 'training', 'block']) {
      await person.showTab(tab);
      const { violations } = await new AxeBuilder({ page: person.page }).analyze();
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('wires two blocks from the keyboard', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.template('templateEmpty');
  await person.see('block-tokens').focus();
  await person.page.keyboard.press('Enter');
  await person.see('block-tokenEmbedding').focus();
  await person.page.keyboard.press('Enter');
  await person.see('out-tokens').focus();
  await person.page.keyboard.press('Enter');
  await expect(person.see('wire-menu')).toBeVisible();
  await person.page.keyboard.press('ArrowDown');
  await person.page.keyboard.press('Enter');
  await expect(person.page.locator('.react-flow__edge')).toHaveCount(1);
});
