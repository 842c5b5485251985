import { describe, expect, it } from 'vitest';
import { findTask } from './registry';
import { openTask } from './task';

/** Some training examples as text. */
function shown(type: string, params: object = {}) {
  const data = openTask(findTask(type), params, []);
  return Array.from({ length: 60 }, (_, i) => {
    const { source, tokens, labels } = data.train(1, i);
    const text = (ids?: Int32Array) => data.tokenizer.decode(ids ?? []);
    return { source: text(source), tokens: text(tokens), labels: [...(labels ?? [])] };
  });
}

describe('tasks', () => {
  it('copies, reverses and sorts', () => {
    for (const { source, tokens } of shown('copy')) expect(tokens).toBe(source);
    for (const { source, tokens } of shown('reverse')) {
      expect(tokens).toBe([...source].reverse().join(''));
    }
    for (const { source, tokens } of shown('sort'))
      expect(tokens).toBe([...source].sort().join(''));
  });

  it.each([true, false])('adds, with the answer reversed: %s', (reversed) => {
    for (const { source, tokens } of shown('addition', { reversed })) {
      const [a = '', b = ''] = source.split('+');
      const answer = reversed ? [...tokens].reverse().join('') : tokens;
      expect(answer).toHaveLength(4);
      expect(Number(answer)).toBe(Number(a) + Number(b));
    }
  });

  it('repeats a sequence, each time after another number of symbols', () => {
    const periods = shown('induction', { length: 24 }).map(({ tokens }) => {
      for (let period = 1; period <= 12; period++) {
        if (tokens.slice(period) === tokens.slice(0, -period)) return period;
      }
      return 0;
    });
    expect(periods).not.toContain(0);
    expect(new Set(periods).size).toBeGreaterThan(3);
  });

  it('asks for the value of a key of the list', () => {
    for (const { source, tokens } of shown('keyValue')) {
      const words = source.split(' ');
      const asked = words.at(-1) ?? '';
      expect(words[words.indexOf(asked) + 1]).toBe(tokens);
    }
  });

  it('asks for several values at once, each in its slot', () => {
    for (const { source, tokens, labels } of shown('multiQuery')) {
      const words = source.split(' ');
      const answers = tokens.split(' ').map((query, slot) => {
        const [number, key = ''] = query.split(':');
        expect(number).toBe(String(slot + 1));
        return Number(words[words.indexOf(key) + 1]?.slice(1));
      });
      expect(labels).toEqual(answers);
    }
  });

  it('looks back three places, or at four places at once', () => {
    for (const { tokens, labels } of shown('recall', { length: 8, n_symbols: 10, n_scored: 4 })) {
      expect(labels).toEqual([-1, -1, -1, -1, ...[...tokens.slice(1, 5)].map(Number)]);
    }
    for (const { tokens, labels } of shown('stripes', { length: 12, n_symbols: 10 })) {
      const at = (t: number) => (t < 0 ? -1 : Number(tokens[t]));
      expect(labels.slice(-4)).toEqual([10, 8, 6, 4].map(at));
      expect(labels.slice(0, 8)).toEqual([-1, -1, -1, -1, at(0), -1, -1, -1]);
    }
  });

  it('says whether A comes before B, half of the time', () => {
    const examples = shown('whichFirst');
    for (const { tokens, labels } of examples) {
      expect(tokens[0]).toBe('>');
      expect(labels).toEqual([tokens.indexOf('A') < tokens.indexOf('B') ? 1 : 0]);
      expect([...tokens].filter((symbol) => symbol === 'A' || symbol === 'B')).toHaveLength(2);
    }
    const ones = examples.filter(({ labels }) => labels[0] === 1).length;
    expect(Math.abs(ones - 30)).toBeLessThan(15);
  });

  it('hides a copy of the future', () => {
    for (const { tokens } of shown('cloze')) expect(tokens[4]).toBe(tokens[7]);
  });

  it('translates word order: time and place come forward', () => {
    const examples = shown('translation');
    const find = (pattern: RegExp) => examples.find(({ source }) => pattern.test(source));
    const placed = find(/in the park/);
    expect(placed?.tokens).toContain('在 公园 里');
    const today = find(/today$/);
    expect(today?.tokens.startsWith('今天 ')).toBe(true);
    for (const { source, tokens } of examples)
      expect(source.startsWith('the ') && tokens !== '').toBe(true);
  });

  it('holds verb and object pairs back, yet trains each verb and each object', () => {
    const data = openTask(findTask('translation'), {}, []);
    const words = (i: number, val: boolean) =>
      data.tokenizer.decode((val ? data.val(i) : data.train(1, i)).source ?? []).split(' ');
    const pairOf = (list: string[]) =>
      list.filter((word) => verbs.includes(word) || objects.includes(word)).join(' ');
    const pairs = (val: boolean) =>
      new Set(Array.from({ length: 900 }, (_, i) => pairOf(words(i, val))));
    const [train, held] = [pairs(false), pairs(true)];
    expect([train.size, held.size]).toEqual([48, 16]);
    expect([...held].filter((pair) => train.has(pair))).toEqual([]);
    for (const word of [...verbs, ...objects]) {
      expect([...train].some((pair) => pair.split(' ').includes(word))).toBe(true);
    }
  });

  it('trains on as many sentences as asked for', () => {
    const data = openTask(findTask('translation'), { n_train: 200 }, []);
    const sentences = Array.from({ length: 3000 }, (_, i) => data.train(1, i).source?.join());
    expect(new Set(sentences).size).toBeGreaterThan(160);
    expect(new Set(sentences).size).toBeLessThan(225);
  });
});

const verbs = ['eats', 'likes', 'buys', 'sees', 'sells', 'repairs', 'draws', 'finds'];
const objects = ['fish', 'apples', 'bread', 'tea', 'books', 'bikes', 'cars', 'flowers'];
