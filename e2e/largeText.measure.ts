import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, Toyformer, test } from './driver';
import { say, summary, takeFrames, watchFrames } from './measuring';
import { Person, small } from './person';

const SIZE_BYTES = Number(process.env.TOYFORMER_BENCH_BYTES ?? 1e9);
/** What reading a text of any size may take above what the program takes anyway. */
const MOST_MB = 400;
/** Pictures of the window are kept there. */
const PICTURES = join(__dirname, '../test-results/large-text');

/** The sample text again and again, numbered, so that no two parts are alike. */
function writeText(path: string): void {
  const sample = readFileSync(join(__dirname, '../resources/samples/english.txt'), 'utf8');
  const file = openSync(path, 'wx');
  try {
    for (let written = 0, part = 0; written < SIZE_BYTES; part++)
      written += writeSync(file, sample.replaceAll('. ', `, ${part}. `));
  } finally {
    closeSync(file);
  }
}

/** Resident memory of all the program's processes together. */
function residentMb(app: Toyformer): Promise<number> {
  return app.main.evaluate(({ app: program }) => {
    const sizes = program.getAppMetrics().map(({ memory }) => memory.workingSetSize);
    return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
  });
}

/** Looks at memory, and works in the window, until the text is read. Answers the most memory. */
async function untilRead(app: Toyformer, person: Person): Promise<number> {
  const bar = person.see('reading');
  await expect(bar).toBeVisible();
  let most = 0;
  for (let look = 0; (await bar.count()) > 0; look++) {
    if (look % 40 === 0) say(((await bar.textContent()) ?? '').replaceAll('\n', ' '));
    if (look === 60) await person.page.screenshot({ path: join(PICTURES, 'reading.png') });
    most = Math.max(most, await residentMb(app));
    await person.page.waitForTimeout(100);
    most = Math.max(most, await residentMb(app));
    await person.showTab('training');
    await person.showTab('data');
  }
  return most;
}

test('a large text, to its end', async ({ userData }) => {
  const path = join(userData, 'large.txt');
  mkdirSync(PICTURES, { recursive: true });
  writeText(path);
  const app = await Toyformer.start(userData);
  const person = new Person(app);
  await person.arrive();
  await app.main.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width: 1400, height: 900 }),
  );
  await person.showTab('data');
  await person.page.waitForTimeout(5000);
  const idle = await residentMb(app);
  await watchFrames(person.page);
  const began = Date.now();
  await person.openText(path);
  const most = await untilRead(app, person);
  const seconds = (Date.now() - began) / 1000;
  await person.showTab('data');
  await expect(person.see('data-name')).toHaveText('large.txt');
  await person.page.screenshot({ path: join(PICTURES, 'read.png') });
  const gaps = await takeFrames(person.page);
  const above = most - idle;
  say(
    `${SIZE_BYTES / 1e6} MB read in ${seconds.toFixed(0)} s; ${idle.toFixed(0)} MB resident before, ${above.toFixed(0)} MB more at most`,
  );
  say(summary('between frames', gaps));
  await person.set({ ...small, max_steps: 20 });
  const clicked = Date.now();
  await person.train();
  await person.reachStep(20);
  say(`Train to the 20th step: ${((Date.now() - clicked) / 1000).toFixed(1)} s`);
  await person.page.screenshot({ path: join(PICTURES, 'trained.png') });
  await app.end();
  rmSync(path);
  expect(above).toBeLessThan(MOST_MB);
});
