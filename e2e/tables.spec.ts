import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './driver';
import { Person, small } from './person';

const digits = (i: number) => [...String(i)];
const pairs = Array.from({ length: 300 }, (_, i) => `${i}\t${digits(i).reverse().join('')}`);

test('trains an encoder-decoder on a table of pairs, and says which rows it cannot use', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const path = join(userData, 'pairs.tsv');
  writeFileSync(path, `source\ttarget\n${pairs.join('\n')}\nalone\n7\t\n`);
  await person.openText(path);
  await expect(person.see('table-rows')).toContainText('→');
  const faults = person.see('table-faults');
  await expect(faults).toContainText('2');
  await expect(faults).toContainText(
    'pairs.tsv, line 302, column 6: the row has 1 field, but the header has 2. Add what is missing.',
  );
  await expect(faults).toContainText('pairs.tsv, line 303, column 3: "target" is empty.');
  await person.template('template-transformer2017');
  await person.page.getByRole('button', { name: 'Ask Sequence to sequence' }).click();
  await person.set({ ...small, max_steps: 6 });
  await person.train();
  await person.reachStep(6);
});

test('reads a table as the person says: other columns, other use, plain text', async ({ app }) => {
  const person = new Person(app);
  await person.arrive();
  const rows = Array.from(
    { length: 60 },
    (_, i) => `"No. ${i}, ""ok""",${i % 2 ? 'odd' : 'even'},x${i}`,
  );
  await person.showTab('data');
  await person.dropFile('parity.csv', Buffer.from(`text,label,id\n${rows.join('\n')}\n`));
  await expect(person.see('table-labels')).toContainText('even');
  await expect(person.see('table-rows')).toContainText('ok');
  await person.page.getByTestId('column-output').selectOption('id');
  await person.page.getByText('Pairs', { exact: true }).click();
  await expect(person.see('table-labels')).toBeHidden();
  await expect(person.see('table-rows')).toContainText('x');
  await person.see('as-table').click();
  await expect(person.see('data-preview')).toContainText('t');
  await expect(person.see('table-rows')).toBeHidden();
});

test('opens a folder of texts as one, and names what is none', async ({ app, userData }) => {
  const person = new Person(app);
  await person.arrive();
  const folder = join(userData, 'poems');
  mkdirSync(join(folder, 'b'), { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'The first poem.\n'.repeat(60));
  writeFileSync(join(folder, 'b', 'c.txt'), Buffer.from('又一首诗。\r\n'.repeat(60), 'utf16le'));
  writeFileSync(
    join(folder, 'picture.png'),
    Uint8Array.from({ length: 3000 }, (_, i) => i % 256),
  );
  await person.showTab('data');
  await person.willChoose(folder);
  await person.see('open-folder').click();
  await expect(person.see('data-name')).toHaveText('poems');
  await expect(person.see('skipped-files')).toContainText(
    'picture.png: this does not look like text',
  );
  await expect(person.see('data-panel')).toContainText('1,320');
});

/** Encodes by turning the decoder round. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk');
  const table = new Map<string, number[]>();
  for (let a = 0x81; a < 0xff; a++)
    for (let b = 0x40; b < 0xff; b++) table.set(decoder.decode(Uint8Array.of(a, b)), [a, b]);
  return Buffer.from([...text].flatMap((c) => table.get(c) ?? [c.charCodeAt(0)]));
}

test('opens a novel in GBK, UTF-16 without a mark, Mac line ends and NUL bytes', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const open = async (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(userData, name), bytes);
    await person.openText(join(userData, name));
    await expect(person.see('data-name')).toHaveText(name, { timeout: 30_000 });
  };
  const panel = person.see('data-panel');
  const chapter = '话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。\r\n';
  await open('novel.txt', gbk(chapter.repeat(50_000)));
  await expect(panel.locator('#data-encoding')).toHaveValue('gb18030');
  await expect(person.see('data-preview')).toContainText('话');
  await expect(panel).toContainText('1,500,000');
  await open('utf16.txt', Buffer.from(chapter.repeat(100), 'utf16le'));
  await expect(panel.locator('#data-encoding')).toHaveValue('utf-16le');
  await open('mac.txt', 'one line\rthe next line\r'.repeat(100));
  await expect(person.see('data-counts')).toContainText('200');
  await open('nul.txt', `${'plain text '.repeat(200)}\0\0\0`);
  await expect(person.see('data-counts')).toContainText('2,203');
  await expect(panel).not.toContainText('\uFFFD');
});

test('says that the project’s copy of a text has changed, and takes it only when told to', async ({
  app,
  userData,
}) => {
  const person = new Person(app);
  await person.arrive();
  const path = join(userData, 'song.txt');
  writeFileSync(path, 'Row, row, row your boat.\n'.repeat(100));
  await person.openText(path);
  await expect(person.see('data-name')).toHaveText('song.txt');
  const drafts = join(userData, 'drafts');
  const data = readdirSync(drafts).flatMap((draft) => {
    const folder = join(drafts, draft, 'data');
    return readdirSync(folder).map((name) => join(folder, name));
  });
  const copy = data.find((file) => readFileSync(file, 'utf8').startsWith('Row')) ?? '';
  writeFileSync(copy, 'Gently down the stream.\n'.repeat(100));
  await person.see('split').getByText('A tenth by lot').click();
  await expect(person.see('data-changed')).toBeVisible();
});
