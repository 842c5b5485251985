import { describe, expect, it } from 'vitest';
import { findObjective } from '../objectives/registry';
import { findTask, taskByType } from './registry';
import { openTask, questionOf } from './task';

const N = 400;

describe.each([...taskByType.values()])('task $type', (task) => {
  const data = openTask(task, {}, ['<mask>']);
  const numbers = Array.from({ length: N }, (_, i) => i);
  const { n_vocab } = data.tokenizer;

  it('draws example i from (seed, i) alone', () => {
    expect(data.train(1, 7)).toEqual(openTask(task, {}, ['<mask>']).train(1, 7));
    const questions = (seed: number) =>
      numbers.slice(0, 20).map((i) => questionOf(data.train(seed, i)));
    expect(questions(1)).not.toEqual(questions(2));
    expect(new Set(questions(1)).size).toBeGreaterThan(10);
  });

  it('keeps validation apart: no question of one side is on the other', () => {
    const train = new Set(numbers.map((i) => questionOf(data.train(3, i))));
    const shared = numbers.filter((i) => train.has(questionOf(data.val(i))));
    expect(shared).toEqual([]);
  });

  it('stays inside its vocabulary, its labels and its length', () => {
    const { n_labels } = data;
    const longest = task.longest(task.params.parse({}));
    for (const i of numbers.slice(0, 50)) {
      const { tokens, source, labels } = data.train(1, i);
      for (const ids of [tokens, source]) {
        expect(ids?.every((id) => id >= data.tokenizer.specials.size && id < n_vocab) ?? true).toBe(
          true,
        );
        expect(ids?.length ?? 0).toBeLessThanOrEqual(longest);
      }
      expect(labels?.every((label) => label >= -1 && label < n_labels) ?? true).toBe(true);
    }
  });

  it('has what its objectives need', () => {
    const example = data.train(1, 0);
    for (const type of task.objectives) {
      for (const name of findObjective(type).needs) expect(Object.keys(example)).toContain(name);
    }
  });

  it('shows every symbol, and reads back what it shows', () => {
    const ids = data.train(1, 0).tokens ?? new Int32Array(0);
    expect([...data.tokenizer.encode(data.tokenizer.decode(ids)).ids]).toEqual([...ids]);
    expect(data.tokenizer.pieces(ids).every((piece) => piece !== '')).toBe(true);
  });

  it('is described in both languages, param by param', () => {
    const texts = [task.title, task.docs.summary];
    for (const field of Object.values(task.params.shape)) {
      const help: unknown = field.meta()?.help;
      expect(help).toMatchObject({ en: expect.any(String), zh: expect.any(String) });
    }
    expect(texts.every(({ en, zh }) => en !== '' && /\p{Script=Han}/u.test(zh))).toBe(true);
  });
});

describe('findTask', () => {
  it('says which tasks there are', () => {
    expect(() => findTask('parity')).toThrow('Task: there is no task "parity". Use one of copy, ');
  });

  it('says which param is out of range', () => {
    expect(() => openTask(findTask('copy'), { length: 0 }, [])).toThrow(
      'Copy: length: expected a whole number from 1 to 64, got 0. Choose another value.',
    );
  });
});
