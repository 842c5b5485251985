import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './driver';
import { Person, small } from './person';

const poem = '床前明月光，疑是地上霜。举头望明月，低头思故乡。\n'.repeat(40);

test('opens a text file by dialog, names its encoding, and counts its tokens', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const path = join(userData, '静夜思.txt');
  writeFileSync(path, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(poem, 'utf16le')]));
  await person.openText(path);
  await expect(person.see('data-name')).toHaveText('静夜思.txt');
  await expect(person.see('data-panel')).toContainText('1,000');
  await expect(
    person
      .see('data-panel')
      .getByText(/utf-?16/i)
      .first(),
  ).toBeAttached();
  await expect(person.see('data-preview')).toContainText('床');
  await expect(person.see('data-panel')).not.toContainText('\uFFFD');
});

test('takes a text file that is dropped on the window', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  await person.dropFile('rhyme.md', Buffer.from('One, two, buckle my shoe.\n'.repeat(60)));
  await expect(person.see('data-name')).toHaveText('rhyme.md');
  await expect(person.see('data-panel')).toContainText('1,560');
  // Whether it is long enough is judged by the n_ctx that it would be trained with.
  await person.set({ n_ctx: 64 });
  await expect(person.see('data-warning')).toHaveCount(0);
  await person.set({ n_ctx: 200 });
  await expect(person.see('data-warning')).toContainText('n_ctx 200 needs at least 201');
});

test('says why it cannot take an empty or a binary file, and keeps the text it has', async ({
  app,
}) => {
  const person = new Person(app);
  await person.arrive();
  await person.dropFile('nothing.txt', new Uint8Array(0));
  await expect(person.see('data-problem')).toContainText('nothing.txt: ');
  await person.dropFile(
    'picture.txt',
    Uint8Array.from({ length: 4000 }, (_, i) => (i * 37) % 256),
  );
  await expect(person.see('data-problem')).toContainText('picture.txt: ');
  await expect(person.see('data-name')).toHaveText('english.txt');
});

test('learns byte pairs here, shows them merge by merge, and takes its own file back', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const path = join(userData, '静夜思.txt');
  writeFileSync(path, `${poem}the cat and the hat\n`.repeat(30));
  await person.openText(path);
  await person.see('tokenizer').getByText('BPE', { exact: true }).click();
  await expect(person.see('tokenizer-vocab_size')).toHaveValue('2048');
  await expect(person.see('data-preview')).toContainText('床前明月光');
  await person.see('tokenizer-split').selectOption('han');
  await expect(person.see('data-preview').locator('span[data-hue]').first()).toHaveText('床');
  await expect(person.see('data-panel')).not.toContainText('\uFFFD');

  await person.see('show-merges').click();
  await expect(person.see('merge')).toContainText('1');
  const slider = app.page.getByRole('slider', { name: /merges/i });
  await slider.focus();
  await slider.press('Home');
  await expect(person.see('merge-sample')).not.toContainText('床');
  await expect(person.see('merge-sample')).toContainText('E5');
  await slider.press('End');
  await expect(person.see('merge-sample')).toContainText('床');
  await app.page.keyboard.press('Escape');

  const file = join(userData, 'tokenizer.json');
  await person.willChoose(file);
  await person.see('export-tokenizer').click();
  await expect.poll(() => existsSync(file)).toBe(true);
  const tokens = await person.see('data-preview').innerText();
  await person.see('import-tokenizer').click();
  await expect(person.see('tokenizer-file')).toContainText('tokenizer.json');
  expect(await person.see('data-preview').innerText()).toBe(tokens);

  await person.set({ ...small, max_steps: 20 });
  await person.train();
  await person.reachStep(20);
  await expect(app.page.locator('body')).not.toContainText('\uFFFD');
});
