import { describe, expect, it } from 'vitest';
import {
  controlled,
  latestPerVariant,
  listRuns,
  runOfVariant,
  shownAfterStart,
  type Views,
} from './chosenRuns';
import { aRun } from './runs.testing';
import { viewOf } from './runView';

const run = (id: string, variant: string, day: number, comparison: string | null = null) =>
  viewOf(aRun({ id, variant, comparison, createdAt: `2024-01-0${day}T00:00:00Z` }));
const byId = (views: readonly ReturnType<typeof viewOf>[]): Views =>
  Object.fromEntries(views.map((view) => [view.run.id, view]));
const ids = (views: readonly ReturnType<typeof viewOf>[]) => views.map((view) => view.run.id);

const views = byId([
  run('a-1', 'variant-1', 1),
  run('a-2', 'variant-1', 3, 'pair'),
  run('b-1', 'variant-2', 3, 'pair'),
  { ...viewOf(aRun({ id: 'peek-1', createdAt: '2024-01-09T00:00:00Z' })), peek: true },
]);

describe('which runs count', () => {
  it('lists the newest first, without what was only looked at', () => {
    expect(ids(listRuns(views))).toEqual(['b-1', 'a-2', 'a-1']);
  });

  it('shows the newest of each variant', () => {
    expect(latestPerVariant(views)).toEqual(['b-1', 'a-2']);
  });

  it('lets a new run take the place of its variant’s older one', () => {
    const started = [run('a-3', 'variant-1', 4)];
    expect(shownAfterStart(views, ['b-1', 'a-2'], started)).toEqual(['b-1', 'a-3']);
  });

  it('shows runs started together alone', () => {
    const started = [run('a-3', 'variant-1', 4, 'c'), run('b-2', 'variant-2', 4, 'c')];
    expect(shownAfterStart(views, ['b-1', 'a-2'], started)).toEqual(['a-3', 'b-2']);
  });

  it('prefers a shown run of a variant to a newer hidden one', () => {
    expect(runOfVariant(views, ['a-1'], 'variant-1')?.run.id).toBe('a-1');
    expect(runOfVariant(views, [], 'variant-1')?.run.id).toBe('a-2');
    expect(runOfVariant(views, [], 'variant-9')).toBeNull();
  });

  it('controls the runs of a comparison together', () => {
    expect(ids(controlled(views, ['a-2', 'b-1'], 'variant-1'))).toEqual(['a-2', 'b-1']);
    expect(ids(controlled(views, ['a-1'], 'variant-1'))).toEqual(['a-1']);
    expect(controlled(views, [], 'variant-9')).toEqual([]);
  });
});
