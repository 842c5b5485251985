import { emptyProject as project } from '@shared/contract/project.testing';
import { compile } from '@shared/graph/compile';
import { describe, expect, it } from 'vitest';
import { changedSettings } from '../compare/differences';
import { learnedBy } from '../stores/learned';
import { withTask } from '../stores/task';
import { begunFrom, changeFor, drawnFor, fitsNow, templateIds } from './templateFit';

describe.each(templateIds)('template %s', (id) => {
  it('can be trained once the project is changed as it is offered', () => {
    const change = changeFor(id, learnedBy(project, 65));
    const changed = change.apply(project);
    const learned = learnedBy(changed, 65);
    expect(fitsNow(id, changed.settings.objective, learned)).toBe(true);
    expect(compile(drawnFor(id, learned), learned.sizes).problems).toEqual([]);
  });
});

it('ends a template in a classifier where the task has labels', () => {
  for (const type of ['whichFirst', 'recall']) {
    const labelled = withTask(project, { type, params: {} });
    const learned = learnedBy(labelled, 65);
    const fitting = templateIds.filter((id) => fitsNow(id, labelled.settings.objective, learned));
    expect(fitting).toContain('bert');
    expect(fitting).not.toContain('t5');
    for (const id of fitting)
      expect(compile(drawnFor(id, learned), learned.sizes).problems).toEqual([]);
  }
});

it('offers a task only where the data cannot be asked that way', () => {
  expect(changeFor('bert', learnedBy(project, 65)).task).toBeNull();
  expect(changeFor('t5', learnedBy(project, 65)).task?.en).toBe('English to Chinese');
});

it('begins with the recipe of the paper', () => {
  const change = changeFor('transformer2017', learnedBy(project, 65));
  const begun = begunFrom(change.apply(project), 'transformer2017', 65);
  expect(begun.variants[0]?.drawing.nodes.map(({ id }) => id)).toContain('crossAttention');
  expect(begun.settings).toMatchObject({ schedule: 'noam', label_smoothing: 0.1 });
  const changed = changedSettings(project.settings, begun.settings);
  expect(changed).toContain('schedule');
  expect(changed).not.toContain('beta1');
  expect(begunFrom(project, 'tinyGpt', 65).settings).toEqual(project.settings);
});
