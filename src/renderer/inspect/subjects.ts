import type { Variant } from '@shared/contract/project';
import type { AttentionView } from '@shared/contract/trainer';
import { useMemo } from 'react';
import { useAttention } from '../stores/attention';
import { useProject } from '../stores/project';
import { useRuns } from '../stores/runs';
import { variantColor } from '../theme';
import { runOfVariant } from '../training/chosenRuns';
import type { RunView } from '../training/runView';
import { useVariants } from '../training/useChartRuns';
import { sameModel } from './sameModel';

/** A variant whose attention is looked at, with the run that stands for it. */
export interface Subject {
  readonly variant: Variant;
  /** The one in front. */
  readonly active: boolean;
  readonly color: string;
  /** Trained, or only looked at; null when neither. */
  readonly run: RunView | null;
  readonly view: AttentionView | null;
  /** The drawing is another than the one that this run trained. */
  readonly changed: boolean;
}

/** The variant in front, or all of them; of all, those without a model stand beside one that has one only in front. */
export function useSubjects(all: boolean): readonly Subject[] {
  const variants = useVariants();
  const active = useProject((state) => state.project?.activeVariant ?? '');
  const { views: runs, shown, peeks } = useRuns();
  const attention = useAttention((state) => state.views);
  return useMemo(
    () =>
      withModels(
        variants.flatMap((variant, place) => {
          if (!all && variant.id !== active) return [];
          const peek = runs[peeks[variant.id] ?? ''] ?? null;
          const run = runOfVariant(runs, shown, variant.id) ?? peek;
          const view = run === null ? null : (attention[run.run.id] ?? null);
          const changed = run !== null && !sameModel(run.run.drawing, variant.drawing);
          return [
            {
              variant,
              active: variant.id === active,
              color: variantColor(place),
              run,
              view,
              changed,
            },
          ];
        }),
      ),
    [variants, active, all, runs, shown, peeks, attention],
  );
}

function withModels(all: readonly Subject[]): readonly Subject[] {
  if (all.every(({ run }) => run === null)) return all;
  return all.filter(({ run, active }) => run !== null || active);
}
