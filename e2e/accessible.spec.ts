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
    for (const tab of ['data', 'runs', 'training', 'block', 'task']) {
      if (tab === 'task') await person.learn('translation', 'seq2seq');
      else await person.showTab(tab);
      const { violations } = await new AxeBuilder({ page: person.page }).setLegacyMode().analyze();
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('places, wires and unwires blocks from the keyboard', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.template('templateEmpty');
  const wires = person.page.locator('.react-flow__edge');
  // A block placed by key is wired to the one chosen before it.
  for (const block of ['tokens', 'tokenEmbedding', 'layerNorm']) {
    await person.see(`block-${block}`).focus();
    await person.page.keyboard.press('Enter');
  }
  await expect(wires).toHaveCount(2);
  await person.see('out-tokenEmbedding').focus();
  await person.page.keyboard.press('Enter');
  await expect(person.see('wire-menu')).toBeVisible();
  await person.page.keyboard.press('ArrowDown');
  await person.page.keyboard.press('Escape');
  await expect(person.see('wire-menu')).toHaveCount(0);
});
