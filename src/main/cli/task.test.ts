import { findTask } from '@shared/datasets/registry';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../files/folder.testing';
import { objectiveFor, readTask } from './task';

describe('--task', () => {
  it.each([
    ['copy', { type: 'copy', params: {} }],
    ['keyValue:', { type: 'keyValue', params: {} }],
  ])('%s is a task', (text, task) => {
    expect(readTask(text)).toEqual(task);
  });

  it('takes params after a colon', () => {
    const [first] = Object.keys(findTask('multiQuery').params.shape);
    expect(readTask(`multiQuery:${first}=4`)).toEqual({
      type: 'multiQuery',
      params: { [String(first)]: 4 },
    });
  });

  it('names what it does not know', async () => {
    expect(await sentenceOf(() => readTask('dance'))).toMatch(/no task "dance".*Use one of copy,/);
    expect(await sentenceOf(() => readTask('multiQuery:zeal=4'))).toMatch(
      /^--task multiQuery: it has no param "zeal"\. It has /,
    );
  });
});

describe('the objective', () => {
  it('is the task’s, or the template’s where the task can be asked so', () => {
    expect(objectiveFor(null, undefined)).toBeNull();
    expect(objectiveFor(null, 'bert')).toBe('maskedToken');
    expect(objectiveFor(readTask('translation'), 'transformer2017')).toBe('seq2seq');
    expect(objectiveFor(readTask('cloze'), 'bert')).toBe('maskedToken');
    expect(objectiveFor(readTask('whichFirst'), 'bert')).toBe('sequenceLabel');
  });
});
