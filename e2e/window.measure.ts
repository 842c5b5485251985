import { Toyformer, test } from './driver';
import { say, summary, takeFrames, watchFrames } from './measuring';
import { Person } from './person';

const STEPS = Number(process.env.TOYFORMER_BENCH_STEPS ?? 2000);
/** A text file of one's own; without it the sample text is trained on. */
const TEXT = process.env.TOYFORMER_BENCH_TEXT ?? '';

interface Answers {
  readonly delays: number[];
  readonly paints: number[];
}

/** Notes how late each key and click is handled and painted, and the frames. */
async function watchAnswers(person: Person): Promise<void> {
  await person.page.evaluate(() => {
    const answers: Answers = { delays: [], paints: [] };
    Object.assign(window, { answers });
    const note = (event: Event) => {
      answers.delays.push(performance.now() - event.timeStamp);
      requestAnimationFrame(() =>
        setTimeout(() => answers.paints.push(performance.now() - event.timeStamp)),
      );
    };
    for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, note, true);
  });
  await watchFrames(person.page);
}

async function useWindow(person: Person, seconds: number): Promise<void> {
  const nodes = ['attention', 'feedForward', 'tokenEmbedding'];
  const until = Date.now() + 1000 * seconds;
  for (let i = 0; Date.now() < until; i++) {
    await person.select(nodes[i % nodes.length] ?? 'attention');
    await person.page.keyboard.press('ArrowRight');
    await person.page.keyboard.press('ArrowLeft');
    await person.showTab('training');
    await person.page.waitForTimeout(150);
  }
}

async function report(person: Person, when: string): Promise<void> {
  say(when);
  const answers = await person.page.evaluate(() => {
    const { answers: all } = window as unknown as { answers: Answers };
    const seen = structuredClone(all);
    for (const list of Object.values(all)) list.length = 0;
    return seen;
  });
  say(summary('input handled', answers.delays));
  say(summary('input painted', answers.paints));
  say(summary('between frames', await takeFrames(person.page)));
}

async function reach(person: Person, step: number): Promise<void> {
  await person.page.waitForFunction(
    (least) => {
      const stats = document.querySelector('[data-testid="run-stats"]');
      return Number(stats?.getAttribute('data-step')) >= least;
    },
    step,
    { timeout: 1_000_000 },
  );
}

/** The S of the other measurements, nanoGPT's setting for a CPU. */
async function drawS(person: Person): Promise<void> {
  await person.setParam('tokenEmbedding', 'd_model', 128);
  await person.setParam('attention', 'n_heads', 4);
  await person.see('layers-decoder').fill('4');
  await person.see('layers-decoder').press('Enter');
  await person.set({ n_ctx: 64, batch_size: 12, max_steps: STEPS });
}

test('the window while it trains', async ({ userData }) => {
  const began = Date.now();
  const app = await Toyformer.start(userData);
  const person = new Person(app);
  await person.arrive();
  say(`start to the drawing: ${Date.now() - began} ms`);
  if (TEXT !== '') await person.openText(TEXT);
  await drawS(person);
  await watchAnswers(person);
  await useWindow(person, 10);
  await report(person, 'before training');
  const clicked = Date.now();
  await person.train();
  await reach(person, 1);
  say(`Train to the first step: ${Date.now() - clicked} ms`);
  await useWindow(person, 20);
  await report(person, 'while a run trains');
  await reach(person, STEPS);
  for (const panel of ['run-stats', 'loss-panel'])
    say(((await person.see(panel).textContent()) ?? '').replaceAll('\n', ' '));
  await person.see('add-variant').click();
  await person.setParam('attention', 'n_heads', 8);
  await person.see('train-all').click();
  await reach(person, 1);
  await useWindow(person, 20);
  await report(person, 'while two runs train');
  await app.end();
});
