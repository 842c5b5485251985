import { expect, Toyformer, test } from './driver';
import { Person, small } from './person';

test('tells why it is slower than it could be, and where a step’s time goes', async ({
  userData,
}) => {
  process.env.TOYFORMER_LACKS = 'relaxed';
  const app = await Toyformer.start(userData);
  delete process.env.TOYFORMER_LACKS;
  const person = new Person(app);
  await person.arrive();
  await person.set({ ...small, max_steps: 100_000 });
  await person.train();
  await person.reachStep(3);
  await person.showTab('runs');
  await expect(person.see('backend-note')).toHaveText(
    'Relaxed SIMD is not used, so training is a little slower: switched off.',
  );

  await person.page.getByLabel(/^Where the time of/).click();
  const time = person.see('step-time');
  await expect(time).toBeVisible({ timeout: 30_000 });
  const share = async (part: string) =>
    Number(/(\d+) %/.exec(await time.locator(`[data-part=${part}]`).innerText())?.[1]);
  expect(await share('matmul')).toBeGreaterThan(0);
  const shares = await time.locator('[data-part]').allInnerTexts();
  const sum = shares.reduce((all, text) => all + Number(/(\d+) %/.exec(text)?.[1]), 0);
  expect(Math.abs(sum - 100)).toBeLessThan(5);
  await person.page.keyboard.press('Escape');
  await expect(time).toBeHidden();
  await app.end();
});
