import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './driver';
import { Person } from './person';

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
