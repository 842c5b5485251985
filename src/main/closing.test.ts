import { expect, it } from 'vitest';
import { type Closing, createCloser } from './closing';

/** A window that notes what happens to it. */
function windowThat(state: { dirty?: boolean; training?: boolean; answers?: boolean }) {
  const notes: string[] = [];
  const closing: Closing = {
    isDirty: () => state.dirty ?? false,
    isTraining: () => state.training ?? false,
    ask: ({ dirty, training }) => notes.push(`ask dirty=${dirty} training=${training}`),
    canAsk: () => state.answers ?? true,
    async release() {
      notes.push('release');
    },
    close: () => notes.push('close'),
  };
  return { closer: createCloser(closing), notes };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets go of the project, then closes, when there is nothing to ask', async () => {
  const { closer, notes } = windowThat({});
  expect(closer.mustStay()).toBe(true);
  await settled();
  expect(notes).toEqual(['release', 'close']);
  expect(closer.mustStay()).toBe(false);
});

it('asks before unsaved changes are lost or training stops', () => {
  const { closer, notes } = windowThat({ dirty: true, training: true });
  expect(closer.mustStay()).toBe(true);
  expect(notes).toEqual(['ask dirty=true training=true']);
});

it('stays when the person says so, and asks again the next time', () => {
  const { closer, notes } = windowThat({ dirty: true });
  closer.mustStay();
  closer.answer('stay');
  closer.mustStay();
  expect(notes).toEqual(['ask dirty=true training=false', 'ask dirty=true training=false']);
});

it('closes once when the person says so', async () => {
  const { closer, notes } = windowThat({ training: true });
  closer.mustStay();
  closer.answer('close');
  closer.answer('close');
  await settled();
  expect(notes).toEqual(['ask dirty=false training=true', 'release', 'close']);
});

it('asks nobody when the page has crashed', async () => {
  const { closer, notes } = windowThat({ dirty: true, answers: false });
  closer.mustStay();
  await settled();
  expect(notes).toEqual(['release', 'close']);
});
