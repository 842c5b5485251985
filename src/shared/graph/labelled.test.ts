import { expect, it } from 'vitest';
import { compile } from './compile';
import { emptyDrawing } from './document';
import { withClassifier } from './labelled';
import { templates } from './templates';

const sizes = { n_vocab: 11, n_ctx: 8 };

it('labels every token, or the whole sequence behind a pooling', () => {
  const perToken = withClassifier(templates.bert.make(), 6, false);
  expect(compile(perToken, { ...sizes, output: ['B', 'T', 6] }).problems).toEqual([]);
  const whole = withClassifier(templates.tinyGpt.make(), 3, true);
  expect(compile(whole, { ...sizes, output: ['B', 3] }).problems).toEqual([]);
});

it('leaves a drawing alone that does not end in an unembedding', () => {
  expect(withClassifier(emptyDrawing, 3, true)).toBe(emptyDrawing);
});
