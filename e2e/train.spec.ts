import { expect, test } from './driver';
import { Person, small } from './person';

test('trains the tiny GPT of the first start, shows its attention, and writes with it', async ({
  app,
}) => {
  test.setTimeout(150_000);
  const person = new Person(app);
  await person.arrive();
  await person.set({ ...small, max_steps: 200, lr: 0.005, warmup_steps: 10, sample_interval: 50 });
  await person.showTab('runs');
  await person.train();
  await person.reachStep(1);
  await expect(person.see('legend')).toContainText('A');
  await person.reachStep(200);

  const panel = person.see('loss-panel');
  const figure = async (pattern: RegExp) => Number(pattern.exec(await panel.innerText())?.[1]);
  const guess = await figure(/ln \d+ = ([\d.]+)/);
  expect(guess).toBeGreaterThan(3);
  await expect.poll(() => figure(/validation\s+([\d.]+)/)).toBeLessThan(guess - 0.8);
  // The list of runs, drawn all the time, shows the very last figures as well.
  const losses = async () => [
    await figure(/train\s+([\d.]+)/),
    await figure(/validation\s+([\d.]+)/),
  ];
  await expect(async () => {
    const row = (await person.see('run').innerText()).replaceAll(' ', '');
    expect(row).toContain((await losses()).map((loss) => loss.toFixed(3)).join('/'));
  }).toPass({ timeout: 30_000 });

  await person.see('attention-panel').getByLabel('As table').click();
  await expect(person.see('head-table').first()).toBeVisible();
  const sums = await person.rowSums();
  expect(sums.length).toBeGreaterThanOrEqual(16);
  for (const sum of sums) expect(Math.abs(sum - 1)).toBeLessThan(0.02);

  await person.see('prompt').fill('The ');
  await person.see('generate').click();
  await expect(person.see('generate-status')).toHaveAttribute('data-state', 'done', {
    timeout: 60_000,
  });
  const text = (await person.see('generated').textContent()) ?? '';
  expect(text.length).toBeGreaterThan(100);
  expect(text).not.toContain('\uFFFD');
  await person.see('tab-samples').click();
  await expect(person.see('samples').locator('li')).toHaveCount(4);
});

test('pauses, steps once, goes on, and stops where a person says', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.set({ ...small, max_steps: 100_000 });
  await person.train();
  await person.reachStep(3);
  await person.see('pause').click();
  await expect(person.see('continue')).toBeVisible();
  const step = Number(await person.see('run-stats').getAttribute('data-step'));
  await person.see('step').click();
  await expect(person.see('run-stats')).toHaveAttribute('data-step', String(step + 1));
  await person.see('continue').click();
  await person.reachStep(step + 5);
  await person.see('stop').click();
  await expect(person.see('pause')).toHaveCount(0);
});
