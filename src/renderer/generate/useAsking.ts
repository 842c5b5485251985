import { ProblemError } from '@shared/contract/problem';
import type { Project, Run } from '@shared/contract/project';
import { taskByType } from '@shared/datasets/registry';
import { openTask } from '@shared/datasets/task';
import { objectiveByType } from '@shared/objectives/registry';
import type { Example } from '@shared/tensor/batch';
import type { Tokenizer } from '@shared/tokenizers/tokenizer';
import { useMemo } from 'react';
import { useActiveVariant, useProject } from '../stores/project';
import { useRuns } from '../stores/runs';
import { runOfVariant } from '../training/chosenRuns';

/** How the model in front is asked. */
export interface Asking {
  /** It goes on from a prompt, answers a source, or writes nothing because it labels. */
  readonly kind: 'prompt' | 'source' | 'nothing';
  /** A source is read by an encoder of its own. */
  readonly translates: boolean;
  /** A held-out question, as one would type it; null when the window does not know any. */
  example(number: number): string | null;
}

type Learns = Pick<Run | Project, 'task' | 'data' | 'settings'>;

const noExample = () => null;

function askingOf({ task, data, settings }: Learns): Asking {
  const { objective } = settings;
  const translates = objective === 'seq2seq';
  const writes = translates || objective === 'nextToken';
  if (!writes) return { kind: 'nothing', translates: false, example: noExample };
  const kind = task ? taskByType.get(task.type) : undefined;
  if (kind === undefined) {
    const pairs = data?.table?.use === 'pair';
    return { kind: pairs ? 'source' : 'prompt', translates, example: noExample };
  }
  const specials = objectiveByType.get(objective)?.specials ?? [];
  const dataset = openTask(kind, task?.params, specials);
  if (dataset.val(0).source === undefined) {
    return { kind: 'prompt', translates, example: noExample };
  }
  const example = (number: number) =>
    typed(dataset.tokenizer, dataset.val(number % dataset.n_val_examples));
  return { kind: 'source', translates, example };
}

const typed = (tokenizer: Tokenizer, { source }: Example) =>
  source === undefined ? null : tokenizer.decode(source);

/** By the run that stands for the variant in front; before there is one, by what the project learns. */
export function useAsking(): Asking {
  const variant = useActiveVariant();
  const views = useRuns((state) => state.views);
  const shown = useRuns((state) => state.shown);
  const run = variant === null ? null : (runOfVariant(views, shown, variant.id)?.run ?? null);
  const project = useProject((state) => state.project);
  const { task, data, settings } = run ?? project ?? {};
  return useMemo(
    () =>
      settings === undefined
        ? { kind: 'prompt', translates: false, example: noExample }
        : safeAsking({ task, data: data ?? null, settings }),
    [task, data, settings],
  );
}

/** A task whose params do not fit cannot be asked; why is said where it is chosen. */
function safeAsking(learns: Learns): Asking {
  try {
    return askingOf(learns);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { kind: 'nothing', translates: false, example: noExample };
  }
}
