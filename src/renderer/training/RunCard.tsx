import { useTranslation } from 'react-i18next';
import { logOf } from '../stores/runs';
import { showCompact, showCount, showLoss } from './format';
import { RunActions } from './RunActions';
import { Backend, RunStatus } from './RunStatus';
import styles from './runs.module.css';
import type { RunView } from './runView';
import { runColor, useVariants } from './useChartRuns';

/** One run where there is no room for a table. */
export function RunCard({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  const { run, step, tokensPerSecond } = view;
  const color = runColor(useVariants(), run.variant);
  const { curves } = logOf(run.id);
  const figures = [
    [t('training.stepColumn'), `${showCount(step)} / ${showCount(run.settings.max_steps)}`],
    [t('training.trainLoss'), showLoss(curves.train_loss.last()?.value ?? null)],
    [t('training.valLoss'), showLoss(curves.val_loss.last()?.value ?? null)],
    [t('training.seed'), String(run.settings.seed)],
    [t('training.speedColumn'), tokensPerSecond === null ? '–' : showCompact(tokensPerSecond)],
    [t('training.parameters'), showCount(run.n_params)],
  ] as const;
  return (
    <li className={styles.card} data-testid="run" data-run={run.id} data-status={run.status}>
      <div className={styles.cardHead}>
        <span className={styles.name}>
          <span className={styles.dot} style={{ background: color }} />
          <strong>{run.name}</strong>
        </span>
        <RunStatus view={view} />
      </div>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.cardHead}>
        <span className={styles.soft}>
          <Backend view={view} />
        </span>
        <RunActions view={view} />
      </div>
    </li>
  );
}
