import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { showCompact, showCount, showLoss, showMoment } from './format';
import { RunActions } from './RunActions';
import { Backend, BackendNote, RunStatus } from './RunStatus';
import styles from './runs.module.css';
import type { RunView } from './runView';
import { runColor, useVariants } from './useChartRuns';
import { useLearns, useShares, useStart } from './useShares';

/** One run where there is no room for a table. */
export function RunCard({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { run, step, tokensPerSecond } = view;
  const color = runColor(useVariants(), run.variant);
  const { curves } = view.log;
  const train = showLoss(curves.train_loss.last()?.value ?? null);
  const val = showLoss(curves.val_loss.last()?.value ?? null);
  const shares = useShares(view);
  const start = useStart(view);
  const learns = useLearns(run);
  return (
    <li className={styles.card} data-testid="run" data-run={run.id} data-status={run.status}>
      <div className={styles.cardHead}>
        <span className={styles.name}>
          <span className={styles.dot} style={{ background: color }} />
          <strong>{run.name}</strong>
        </span>
        <RunStatus view={view} />
      </div>
      <Figure name={t('training.started')}>{showMoment(run.createdAt, language)}</Figure>
      <Figure name={t('training.stepColumn')}>
        {showCount(step)} / {showCount(run.settings.max_steps)}
      </Figure>
      <Figure name={t('training.bothLosses')}>
        {train} / {val}
      </Figure>
      <Sentence name={t('training.learns')} value={learns} />
      {shares.map(({ key, name, value }) => (
        <Figure key={key} name={name}>
          {value}
        </Figure>
      ))}
      {start.map(({ key, name, value }) => (
        <Sentence key={key} name={name} value={value} />
      ))}
      <Figure name={t('training.seed')}>{run.settings.seed}</Figure>
      <Figure name={t('training.speedColumn')}>
        {tokensPerSecond === null ? '–' : showCompact(tokensPerSecond)}
      </Figure>
      <Figure name={t('training.parameters')}>{showCount(run.n_params)}</Figure>
      <div className={styles.cardHead}>
        <span className={`${styles.soft} ${styles.backend}`}>
          <Backend view={view} />
        </span>
        <RunActions view={view} />
      </div>
      <BackendNote view={view} />
    </li>
  );
}

/** What takes more than a line. */
function Sentence({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.sentence}>
      <span className={styles.soft}>{name}</span> {value}
    </div>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <span className={styles.soft}>{name}</span>
      <span>{children}</span>
    </div>
  );
}
