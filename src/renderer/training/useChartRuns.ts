import type { Variant } from '@shared/contract/project';
import { useMemo } from 'react';
import { useProject } from '../stores/project';
import { useRuns } from '../stores/runs';
import { variantColor } from '../theme';
import type { ChartRun } from './chartLines';
import { listRuns, type Views } from './chosenRuns';

const noVariants: readonly Variant[] = [];

/** The colour of a run: its variant's; grey when the variant is gone. */
export function runColor(variants: readonly Variant[], variant: string): string {
  const place = variants.findIndex(({ id }) => id === variant);
  return place < 0 ? 'var(--soft-ink)' : variantColor(place);
}

export function useVariants(): readonly Variant[] {
  return useProject((state) => state.project?.variants ?? noVariants);
}

/** The runs whose curves are shown, in the order of their variants. Of one variant, only the newest is a solid line. */
export function useChartRuns(): ChartRun[] {
  const views = useRuns((state) => state.views);
  const shown = useRuns((state) => state.shown);
  const variants = useVariants();
  return useMemo(() => chartRuns(views, shown, variants), [views, shown, variants]);
}

function chartRuns(
  views: Views,
  shown: readonly string[],
  variants: readonly Variant[],
): ChartRun[] {
  const seen = new Set<string>();
  const runs = listRuns(views)
    .filter(({ run }) => shown.includes(run.id))
    .map((view) => {
      const { run } = view;
      const dotted = seen.has(run.variant);
      seen.add(run.variant);
      const color = runColor(variants, run.variant);
      return { view, name: run.name, color, dotted };
    });
  const place = ({ view }: ChartRun) => variants.findIndex(({ id }) => id === view.run.variant);
  return runs.sort((a, b) => place(a) - place(b));
}
