import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showCompact, showCount } from './format';
import type { RunView } from './runView';
import { showDuration } from './timeLeft';
import styles from './training.module.css';

interface Props {
  readonly view: RunView | null;
  /** Of the next run, shown while there is none. */
  readonly max_steps: number;
}

/** Where a run is: step, speed, time left. Every figure has its own width, so that nothing moves while it trains. */
export function RunStats({ view, max_steps }: Props) {
  const { t } = useTranslation();
  const total = view?.run.settings.max_steps ?? max_steps;
  const step = view?.step ?? 0;
  const speed = view?.tokensPerSecond ?? null;
  const left = view?.secondsLeft ?? null;
  const digits = 2 * showCount(total).length + 3;
  return (
    <div className={styles.figures} data-testid="run-stats" data-step={step}>
      <Progress
        className={styles.progress}
        size={4}
        value={(100 * step) / total}
        aria-label={t('training.progress')}
        transitionDuration={0}
      />
      <span className={styles.stat} style={{ minWidth: `${digits + 3.5}ch` }}>
        <span className={styles.unit}>{t('training.stepOf')}</span>
        {showCount(step)} / {showCount(total)}
      </span>
      <span className={styles.stat} style={{ minWidth: '9.5ch' }}>
        {speed === null ? '–' : showCompact(speed)}
        <span className={styles.unit}>{t('training.tokensPerSecond')}</span>
      </span>
      <span className={styles.stat} style={{ minWidth: '8ch' }}>
        {left !== null && (
          <>
            {showDuration(left)}
            <span className={styles.unit}>{t('training.timeLeft')}</span>
          </>
        )}
      </span>
    </div>
  );
}
