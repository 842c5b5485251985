import type { RunView } from './runView';

export type Views = Readonly<Record<string, RunView>>;

/** The runs of the project, newest first; runs that were only looked at are none. */
export function listRuns(views: Views): RunView[] {
  return Object.values(views)
    .filter((view) => !view.peek)
    .sort(
      (a, b) => compareText(b.run.createdAt, a.run.createdAt) || compareText(b.run.id, a.run.id),
    );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The newest run of each variant. */
export function latestPerVariant(views: Views): string[] {
  const seen = new Set<string>();
  const latest: string[] = [];
  for (const { run } of listRuns(views)) {
    if (seen.has(run.variant)) continue;
    seen.add(run.variant);
    latest.push(run.id);
  }
  return latest;
}

/** What is shown once these runs have started: they take the place of older runs of their variants. */
export function shownAfterStart(
  views: Views,
  shown: readonly string[],
  started: readonly RunView[],
): string[] {
  const ids = started.map((view) => view.run.id);
  if (started.length > 1) return ids;
  const variants = new Set(started.map((view) => view.run.variant));
  const kept = shown.filter((id) => {
    const view = views[id];
    return view !== undefined && !variants.has(view.run.variant);
  });
  return [...kept, ...ids];
}

/** The newest shown run of a variant, else its newest run. */
export function runOfVariant(
  views: Views,
  shown: readonly string[],
  variant: string,
): RunView | null {
  const runs = listRuns(views).filter((view) => view.run.variant === variant);
  return runs.find((view) => shown.includes(view.run.id)) ?? runs[0] ?? null;
}

/** The runs that pause, step, stop and continue act on: the variant's run and those trained together with it. */
export function controlled(views: Views, shown: readonly string[], variant: string): RunView[] {
  const chosen = runOfVariant(views, shown, variant);
  if (chosen === null) return [];
  const { comparison } = chosen.run;
  if (comparison === null) return [chosen];
  const mates = listRuns(views).filter((view) => view.run.comparison === comparison);
  return [chosen, ...mates.filter((view) => view !== chosen)];
}
