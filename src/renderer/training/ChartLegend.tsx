import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { runDifferences } from '../compare/differences';
import { useLanguage } from '../i18n';
import { Swatch } from './ChartCursor';
import styles from './chart.module.css';
import type { ChartRun } from './chartLines';
import { showLoss } from './format';
import { useShares } from './useShares';

/** Which line is whose: a run's name, what sets its drawing apart, and where its losses are now. */
export function ChartLegend({ runs }: { readonly runs: readonly ChartRun[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const differences = useMemo(
    () =>
      runDifferences(
        runs.map(({ view }) => view.run),
        language,
      ),
    [runs, language],
  );
  return (
    <ul className={styles.legend} data-testid="legend">
      {runs.map(({ view, name, color }) => (
        <li key={view.run.id} className={styles.legendItem}>
          <Swatch color={color} thick />
          <strong>{name}</strong>
          <span className={`${styles.soft} ${styles.difference}`}>
            {differences.get(view.run.id)}
          </span>
          <Value
            name={t('training.trainLine')}
            value={view.log.curves.train_loss.last()?.value ?? null}
          />
          <Value
            name={t('training.valLine')}
            value={view.log.curves.val_loss.last()?.value ?? null}
          />
          <Shares view={view} />
        </li>
      ))}
    </ul>
  );
}

/** How much of the validation is right, where it is measured. */
function Shares({ view }: Pick<ChartRun, 'view'>) {
  return useShares(view)
    .filter(({ key }) => key !== 'perplexity')
    .map(({ key, name, value }) => (
      <span key={key}>
        <span className={styles.soft}>{name} </span>
        {value}
      </span>
    ));
}

function Value({ name, value }: { readonly name: string; readonly value: number | null }) {
  return (
    <span>
      <span className={styles.soft}>{name} </span>
      {showLoss(value)}
    </span>
  );
}
