import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemIn, sentenceOf } from './folder.testing';
import { findFault } from './jsonFault';
import { parseJson } from './zodProblem';

const sentence = (text: string) => sentenceOf(() => parseJson(text, 'project.json'));
const edited = 'this is not valid JSON. Undo the last edit of this file, or open another one.';
const foreign = 'This file was not written by Toyformer.';

describe('a text that is no JSON', () => {
  it.each([
    ['', 'line 1, column 1: the file is empty. Put back a copy of it that is whole.'],
    [' \n ', 'line 1, column 1: the file is empty. Put back a copy of it that is whole.'],
    [
      '{\n  "version": 1,\n  "na',
      'line 3, column 6: the file ends here, in the middle of its content. Put back a copy of it that is whole.',
    ],
    [
      '{"a": [1, 2',
      'line 1, column 12: the file ends here, in the middle of its content. Put back a copy of it that is whole.',
    ],
    [
      '{"a": tru',
      'line 1, column 10: the file ends here, in the middle of its content. Put back a copy of it that is whole.',
    ],
    [
      '{\n  "lr": NaN\n}',
      'line 2, column 9: NaN is no value of JSON. Write a number in its place.',
    ],
    [
      '{"lr": -Infinity}',
      'line 1, column 8: -Infinity is no value of JSON. Write a number in its place.',
    ],
    [
      '{"a": None}',
      'line 1, column 7: None is no value of JSON. Write null, true, false, a number or a text.',
    ],
    ['{"a": 1,}', `line 1, column 9: ${edited}`],
    ['{"a": 1} {', `line 1, column 10: ${edited}`],
    ['{"a": 01}', `line 1, column 8: ${edited}`],
    ['{"a": "x\ty"}', `line 1, column 9: ${edited}`],
    ['{"a": "\\x"}', `line 1, column 8: ${edited}`],
    ["{'a': 1}", `line 1, column 2: ${edited}`],
    ['[1 2]', `line 1, column 4: ${edited}`],
    ['[1}', `line 1, column 3: ${edited}`],
  ])('is named with its place: %j', async (text, rest) => {
    expect(await sentence(text)).toBe(`project.json ${rest}`);
  });

  it('is named in Chinese too', async () => {
    const { where, what, fix } = await problemIn(() => parseJson('{"lr": NaN}', 'p.json'));
    expect(`${where.zh}：${what.zh}${fix.zh}`).toBe(
      'p.json 第 1 行第 8 列：NaN 不是 JSON 的值。请在此处写一个数字。',
    );
  });

  it('is faulted within a word of where JSON.parse stops', () => {
    const json = JSON.stringify(
      { a: [1, -2.5e3, true, null, { b: 'x\n"é' }], c: {}, d: [] },
      null,
      1,
    );
    const change = fc.tuple(fc.nat(json.length), fc.nat(3), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(change, ([at, cut, put]) => {
        const text = json.slice(0, at) + put + json.slice(at + cut);
        const told = refusal(text);
        if (told === null) return;
        const { position } = findFault(text);
        expect(position).toBeLessThanOrEqual(text.length);
        const said = /position (\d+)/.exec(told)?.[1];
        if (said !== undefined && position < text.length)
          expect(Math.abs(position - Number(said))).toBeLessThanOrEqual(6);
      }),
      { numRuns: 3000, seed: 1 },
    );
  });
});

/** What JSON.parse says against a text; null when it takes it. */
function refusal(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return String(error);
  }
}

describe('a text that is too much', () => {
  it('is refused for its depth, though not for brackets in a text', async () => {
    expect(await sentence(`{"a": ${'['.repeat(200)}`)).toBe(
      `project.json line 1, column 106: lists and objects lie in each other more than 100 deep. ${foreign}`,
    );
    expect(parseJson(`["${'['.repeat(200)}\\"["]`, 'x')).toEqual([`${'['.repeat(200)}"[`]);
  });

  it('is refused for its values', async () => {
    expect(await sentence(`[\n${'0,'.repeat(2_100_000)}0]`)).toBe(
      `project.json line 2, column 4000000: it holds more than 2,000,000 values. ${foreign}`,
    );
  });
});
