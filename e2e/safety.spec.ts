import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, Toyformer, test } from './driver';
import { Person, runsOf, small } from './person';

async function saveAs(person: Person, folder: string): Promise<void> {
  await person.willChoose(folder);
  await person.page.keyboard.press('Control+Shift+s');
  await expect(person.see('project-menu')).toContainText('shared');
}

test('a second window of a project can only look at it, says so, and can save it elsewhere', async ({
  userData,
}) => {
  const folder = join(userData, 'shared');
  const first = await Toyformer.start(join(userData, 'first'));
  const owner = new Person(first);
  await owner.arrive();
  await owner.set({ ...small, max_steps: 5 });
  await saveAs(owner, folder);

  const second = await Toyformer.start(join(userData, 'second'));
  const guest = new Person(second);
  await guest.arrive();
  await guest.willChoose(folder);
  await guest.page.keyboard.press('Control+o');
  await expect(guest.see('opened-notice')).toContainText(
    'shared: the project is open in another window, so this one can only look at it.',
  );
  await expect(guest.see('train')).toHaveAttribute('aria-disabled', 'true');
  await guest.see('train').hover();
  await expect(guest.page.getByRole('tooltip')).toHaveText(
    'The project is read-only here: save it elsewhere to train.',
  );
  await guest.see('project-menu').click();
  await expect(guest.see('menu-save')).toBeDisabled();
  await guest.page.keyboard.press('Escape');
  const before = readFileSync(join(folder, 'project.json'), 'utf8');

  await saveAs(guest, join(userData, 'shared-2'));
  await expect(guest.see('opened-notice')).toHaveCount(0);
  await guest.train();
  await guest.reachStep(5);
  expect(readFileSync(join(folder, 'project.json'), 'utf8')).toBe(before);
  expect(readdirSync(folder)).not.toContain('runs');
  await second.end();

  await owner.train();
  await owner.reachStep(5);
  expect(runsOf(folder)).toHaveLength(1);
  await first.end();
});

test('text of data and names of files are shown as they are, never as markup', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const evil = '<img src=x onerror="document.title=1"><b>bold</b><script>1</script> ';
  const file = join(userData, '<b>evil<img src=x onerror=alert(1)>.txt');
  writeFileSync(file, evil.repeat(60));
  await person.openText(file);
  await expect(person.see('data-panel')).toContainText('<b>evil<img src=x onerror=alert(1)>.txt');
  await person.set({ ...small, max_steps: 20, sample_interval: 5 });
  await person.train();
  await person.reachStep(20);
  const page = await person.page.evaluate(() => ({
    images: document.querySelectorAll('img[src="x"]').length,
    bold: [...document.querySelectorAll('b')].filter((each) => each.textContent === 'bold').length,
    scripts: [...document.scripts].filter((script) => script.textContent === '1').length,
    title: document.title,
  }));
  expect(page).toMatchObject({ images: 0, bold: 0, scripts: 0 });
  expect(page.title).not.toBe('1');
});

test('a thread that runs out of memory does not take the window with it', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  const code = await app.main.evaluate(async () => {
    const { mainModule } = process;
    if (mainModule === undefined) return 'no module to start from';
    const { Worker } = mainModule.require('node:worker_threads');
    const hoard = 'for (const kept = []; ; ) kept.push(new Array(1e6).fill(kept.length + 0.5));';
    const worker = new Worker(hoard, {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    return new Promise((resolve) => {
      worker.on('error', (error: { readonly code: string }) => resolve(error.code));
    });
  });
  expect(code).toBe('ERR_WORKER_OUT_OF_MEMORY');
  await person.set({ ...small, max_steps: 3 });
  await person.train();
  await person.reachStep(3);
});
