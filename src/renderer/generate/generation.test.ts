import type { TrainerEvent } from '@shared/contract/trainer';
import { expect, it } from 'vitest';
import { afterEvent, beginning } from './generation';

const piece = (text: string, done: boolean, request = 'generate-1'): TrainerEvent => ({
  type: 'generated',
  request,
  text,
  n_tokens: text.length,
  tokens_per_second: 100,
  done,
});

it('joins the pieces as they come', () => {
  const first = afterEvent(beginning('generate-1', 'run', 'To'), piece(' be', false));
  expect(first).toMatchObject({ text: ' be', state: 'writing' });
  expect(afterEvent(first, piece(' or', true))).toMatchObject({ text: ' be or', state: 'done' });
});

it('ignores the pieces of another request', () => {
  const begun = beginning('generate-2', 'run', '');
  expect(afterEvent(begun, piece('x', true))).toBe(begun);
});

it('stays stopped when the last piece comes after Stop', () => {
  const stopped = { ...beginning('generate-1', 'run', ''), state: 'stopped' as const };
  expect(afterEvent(stopped, piece('x', true)).state).toBe('stopped');
});

it('ends with its run', () => {
  const begun = beginning('generate-1', 'run', '');
  expect(afterEvent(begun, { type: 'ended', status: 'stopped', step: 5 }).state).toBe('stopped');
});

it('is done when it comes to its own end after the training did', () => {
  const over: TrainerEvent = { type: 'ended', status: 'done', step: 5 };
  const stopped = afterEvent(beginning('generate-1', 'run', ''), over);
  const last = { ...piece('x', true), ended: true };
  expect(afterEvent(stopped, last)).toMatchObject({ state: 'done', ended: true });
});
