import type { Run } from '@shared/contract/project';
import type { Start } from '@shared/contract/trainer';
import { taskByType } from '@shared/datasets/registry';
import { objectiveByType } from '@shared/objectives/registry';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { showPerplexity, showShare } from './format';
import type { RunView } from './runView';

/** The first loss beside that of even guessing, with the reason where they differ; and what the mask test found. */
export function useStart({ run, log }: Pick<RunView, 'run' | 'log'>): Share[] {
  const { t } = useTranslation();
  const { start, curves } = log;
  const [first] = curves.val_loss.values;
  if (start === null || first === undefined) return [];
  const { reason, masked } = start;
  const words = startWords(start, first);
  const why = reason === null ? '' : ` · ${t(`training.startReason.${reason}`, words)}`;
  const free = objectiveByType.get(run.settings.objective)?.causal.length === 0;
  const mask =
    masked === null ? t('training.maskFree') : t('training.maskHolds', { token: masked });
  return [
    {
      key: 'start',
      name: t('training.start'),
      value: `${t('training.startBeside', words)}${why}`,
    },
    ...(masked !== null || free ? [{ key: 'mask', name: t('training.mask'), value: mask }] : []),
  ];
}

/** The numbers of the first loss: how far it is from even guessing, and what of that uneven logits explain. */
function startWords({ expected, spread, uneven = spread ** 2 / 2 }: Start, first: number) {
  const excess = first - expected;
  const show = (value: number) => value.toFixed(2);
  return {
    first: show(first),
    n: Math.round(Math.exp(expected)),
    value: show(expected),
    spread: show(spread),
    uneven: show(uneven),
    excess: `${excess < 0 ? '−' : '+'}${show(Math.abs(excess))}`,
    below: show(Math.abs(excess - uneven)),
  };
}

export interface Share {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** How well a run does beside its loss, as far as it is measured. */
export function useShares({ run, log }: Pick<RunView, 'run' | 'log'>): Share[] {
  const { t } = useTranslation();
  const { val_loss, val_accuracy, val_exact } = log.curves;
  const labels = objectiveByType.get(run.settings.objective)?.needs.includes('labels') ?? false;
  const [loss, accuracy, exact] = [val_loss.last(), val_accuracy.last(), val_exact.last()];
  return [
    ...(loss !== null && !labels
      ? [{ key: 'perplexity', name: t('training.perplexity'), value: showPerplexity(loss.value) }]
      : []),
    ...(accuracy !== null
      ? [{ key: 'accuracy', name: t('training.accuracy'), value: showShare(accuracy.value) }]
      : []),
    ...(exact !== null
      ? [{ key: 'exact', name: t('training.exact'), value: showShare(exact.value) }]
      : []),
  ];
}

/** What a run learns, and how it is asked: `English to Chinese · Sequence to sequence`. */
export function useLearns({ task, data, settings }: Run): string {
  const text = useText();
  const title = task ? taskByType.get(task.type)?.title : undefined;
  const objective = objectiveByType.get(settings.objective)?.title;
  const what = title === undefined ? data.name : text(title);
  return objective === undefined ? what : `${what} · ${text(objective)}`;
}
