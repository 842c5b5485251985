import { describe, expect, it } from 'vitest';
import { showProblem } from '../contract/problem';
import { fitText } from './textFile';
import { checkLength, checkText, shortText, unreadableText } from './textProblems';

function lengths(text: string) {
  const { train, val } = fitText('character', text);
  return { train: train.length, val: val.length };
}

const length = (text: string, n_ctx: number) => () => checkLength('a.txt', lengths(text), n_ctx);

describe('checkText', () => {
  it.each([
    ['', 'a.txt: the file is empty. Choose a text of at least a few thousand characters.'],
    [
      '字',
      'a.txt: the text has one character. Choose a text of at least a few thousand characters.',
    ],
    [
      '🐼',
      'a.txt: the text has one character. Choose a text of at least a few thousand characters.',
    ],
    [
      'PNG\u0000\u0001\ufffd\u0002\u0003'.repeat(20_000),
      'a.txt: this does not look like text: 40,960 of the first 65,536 characters are not readable. Choose a text file such as .txt or .md, or another encoding.',
    ],
  ])('refuses %j', (text, sentence) => {
    expect(() => checkText('a.txt', text)).toThrow(sentence);
  });

  it('takes any text of two characters, and text with a stray control character', () => {
    checkText('a.txt', 'ab');
    checkText('a.txt', `\ufeffline\r\n\tline\u001b[0m${'x'.repeat(100)}\u0000`);
  });
});

describe('checkLength', () => {
  it('says how long a text must be, and which n_ctx would do', () => {
    expect(length('x'.repeat(50), 64)).toThrow(
      'a.txt: the training part has 45 tokens, but n_ctx 64 needs at least 65. Use a text of at least 650 tokens, or n_ctx 4 or less.',
    );
    expect(length('x'.repeat(500), 64)).toThrow(
      'a.txt: the validation part (the last tenth) has 50 tokens, but n_ctx 64 needs at least 65. Use a text of at least 650 tokens, or n_ctx 49 or less.',
    );
    expect(length('ab', 64)).toThrow(
      'a.txt: the training part has 1 token, but n_ctx 64 needs at least 65. Use a text of at least 650 tokens.',
    );
  });

  it('takes a text of exactly the length it asks for', () => {
    length('x'.repeat(650), 64)();
  });
});

it('counts what could not be read', () => {
  const said = (n: number) => {
    const problem = unreadableText('a.txt', n);
    return problem && showProblem(problem);
  };
  expect(said(0)).toBeNull();
  expect(said(1)).toBe('a.txt: 1 place could not be read in this encoding. Try another encoding.');
  expect(said(2000)).toMatch('2,000 places could not be read');
});

it('says the same of a short text without refusing it, by the n_ctx given', () => {
  const short = shortText('a.txt', lengths('x'.repeat(100)), 64);
  expect(short && showProblem(short)).toContain('n_ctx 64 needs at least 65');
  expect(shortText('a.txt', lengths('x'.repeat(100)), 9)).toBeNull();
});
