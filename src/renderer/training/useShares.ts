import type { Run } from '@shared/contract/project';
import { taskByType } from '@shared/datasets/registry';
import { objectiveByType } from '@shared/objectives/registry';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { logOf } from '../stores/runs';
import { showPerplexity, showShare } from './format';
import type { RunView } from './runView';

/** The first loss beside that of even guessing, with the reason where they differ; and what the mask test found. */
export function useStart({ run }: RunView): Share[] {
  const { t } = useTranslation();
  const { start, curves } = logOf(run.id);
  const [first] = curves.val_loss.values;
  if (start === null || first === undefined) return [];
  const { expected, spread, reason, masked } = start;
  const n_classes = Math.round(Math.exp(expected));
  const words = { n: n_classes, value: expected.toFixed(2), spread: spread.toFixed(2) };
  const why = reason === null ? '' : ` · ${t(`training.startReason.${reason}`, words)}`;
  return [
    {
      name: t('training.start'),
      value: `${first.toFixed(2)}${t('training.startBeside', words)}${why}`,
    },
    ...(masked === null
      ? []
      : [{ name: t('training.mask'), value: t('training.maskHolds', { token: masked }) }]),
  ];
}

interface Share {
  readonly name: string;
  readonly value: string;
}

/** How well a run does beside its loss, as far as it is measured. */
export function useShares({ run }: RunView): Share[] {
  const { t } = useTranslation();
  const { val_loss, val_accuracy, val_exact } = logOf(run.id).curves;
  const labels = objectiveByType.get(run.settings.objective)?.needs.includes('labels') ?? false;
  const [loss, accuracy, exact] = [val_loss.last(), val_accuracy.last(), val_exact.last()];
  return [
    ...(loss !== null && !labels
      ? [{ name: t('training.perplexity'), value: showPerplexity(loss.value) }]
      : []),
    ...(accuracy !== null
      ? [{ name: t('training.accuracy'), value: showShare(accuracy.value) }]
      : []),
    ...(exact !== null ? [{ name: t('training.exact'), value: showShare(exact.value) }] : []),
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
