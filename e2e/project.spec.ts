import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, Toyformer, test } from './driver';
import { Person, runsOf, small, trainLosses } from './person';

const settings = { ...small, max_steps: 240, checkpoint_interval: 20, sample_interval: 100 };

test('saves, closes, reopens and goes on with the losses of a run that never stopped', async ({
  userData,
}) => {
  test.setTimeout(180_000);
  const folder = join(userData, 'my-gpt');
  const first = await Toyformer.start(userData);
  const person = new Person(first);
  await person.arrive();
  await person.set(settings);
  await person.willChoose(folder);
  await first.page.keyboard.press('Control+s');
  await expect(person.see('project-menu')).toContainText('my-gpt');
  await expect(person.see('dirty')).toHaveText('');
  expect(existsSync(join(folder, 'project.json'))).toBe(true);

  // One run from start to end, and one that stops on the way.
  await person.train();
  await person.reachStep(240);
  await person.train();
  await person.reachStep(12);
  await person.see('stop').click();
  await expect(person.see('pause')).toHaveCount(0);
  await first.closeWindow();

  const second = await Toyformer.start(userData);
  const again = new Person(second);
  await again.arrive();
  await expect(again.see('project-menu')).toContainText('my-gpt');
  await again.see('continue').click();
  await again.reachStep(240);
  await expect(again.see('loss-panel')).toContainText('validation');
  const [whole = '', resumed = ''] = runsOf(folder);
  await expect.poll(() => trainLosses(folder, resumed).size).toBe(240);
  expect(trainLosses(folder, resumed)).toEqual(trainLosses(folder, whole));
  await second.end();
});

test('shows of each project its own runs, though they bear the same names', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const trainedAs = async (name: string, max_steps: number) => {
    await person.set({ ...small, max_steps });
    await person.showTab('runs');
    await person.willChoose(join(userData, name));
    await person.page.keyboard.press('Control+s');
    await expect(person.see('project-menu')).toContainText(name);
    await person.train();
    await person.reachStep(max_steps);
    await expect(person.see('run')).toContainText('done');
  };
  const opens = async (name: string) => {
    await person.willChoose(join(userData, name));
    await person.page.keyboard.press('Control+o');
    await expect(person.see('project-menu')).toContainText(name);
  };
  await trainedAs('first', 30);
  await person.page.keyboard.press('Control+n');
  await expect(person.see('run')).toHaveCount(0);
  await trainedAs('second', 12);
  for (const [name, steps] of [
    ['first', '30/30'],
    ['second', '12/12'],
  ] as const) {
    await opens(name);
    await expect(person.see('run')).toHaveCount(1);
    await expect
      .poll(async () => (await person.see('run').innerText()).replaceAll(/\s/g, ''))
      .toContain(steps);
  }
});

test('asks before it closes while training', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.set({ ...small, max_steps: 100_000 });
  await person.train();
  await person.reachStep(2);
  await app.main.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
  });
  const question = person.page.getByRole('dialog');
  await expect(question).toBeVisible();
  await person.page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await person.reachStep(5);
});
