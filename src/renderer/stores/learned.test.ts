import { showProblem } from '@shared/contract/problem';
import { emptyProject as project } from '@shared/contract/project.testing';
import { expect, it } from 'vitest';
import { learnedBy } from './learned';
import { withTask } from './task';

it('compiles drawings for what a task feeds and needs', () => {
  const { sizes, objectives, problem } = learnedBy(
    withTask(project, { type: 'translation', params: {} }, 'seq2seq'),
    65,
  );
  expect(objectives).toEqual(['seq2seq', 'nextToken']);
  expect(problem).toBeNull();
  expect(sizes).toMatchObject({ n_vocab: 84, feeds: ['source', 'tokens'], causal: ['tokens'] });
  expect(sizes.output).toEqual(['B', 'T', 84]);
});

it('asks for as many scores as a task has labels', () => {
  const { sizes } = learnedBy(withTask(project, { type: 'whichFirst', params: {} }), 65);
  expect(sizes.output).toEqual(['B', 2]);
  expect(sizes.feeds).toEqual(['tokens']);
});

it('keeps the objective where it fits the task, else takes the one the task is meant for', () => {
  const copy = withTask(project, { type: 'copy', params: {} });
  expect(copy.settings.objective).toBe('nextToken');
  expect(withTask(copy, { type: 'recall', params: {} }).settings.objective).toBe('tokenLabel');
});

it('counts the objective’s own tokens into the vocabulary of a text', () => {
  const masked = { ...project, settings: { ...project.settings, objective: 'maskedToken' } };
  expect(learnedBy(masked, 65).sizes.n_vocab).toBe(66);
  expect(learnedBy(project, 65).sizes.n_vocab).toBe(65);
});

it('says why what is set cannot be learned', () => {
  const long = withTask(project, { type: 'recall', params: { length: 200 } });
  const sentence = (learned: ReturnType<typeof learnedBy>) =>
    learned.problem && showProblem(learned.problem);
  expect(sentence(learnedBy(long, 65))).toBe(
    'Look back: its examples are up to 200 tokens long, but n_ctx is 64. Set n_ctx to 200 or more.',
  );
  const pairs = { ...project, settings: { ...project.settings, objective: 'seq2seq' } };
  expect(sentence(learnedBy(pairs, 65))).toMatch(/this data cannot be asked that way\. Choose/);
});

it('answers the very same object for the same question', () => {
  expect(learnedBy(project, 65)).toBe(learnedBy({ ...project }, 65));
});
