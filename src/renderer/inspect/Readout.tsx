import { useTranslation } from 'react-i18next';
import styles from './inspect.module.css';
import type { CellReading } from './pattern';
import { viridisGradient } from './viridis';

const gradient = viridisGradient('to right');

/** The foot of the panel: the cell under the cursor in words, and the scale of the colours. */
export function Readout({ reading }: { readonly reading: CellReading | null }) {
  const { t } = useTranslation();
  return (
    <footer className={styles.foot}>
      <output className={styles.reading} data-testid="attention-reading">
        {reading === null ? (
          <span className={styles.soft}>{t('inspect.hint')}</span>
        ) : (
          <Words reading={reading} />
        )}
      </output>
      <span className={styles.scale} role="img" aria-label={t('inspect.scale')}>
        0
        <span className={styles.bar} style={{ background: gradient }} />1
      </span>
    </footer>
  );
}

function Words({ reading }: { readonly reading: CellReading }) {
  const { t } = useTranslation();
  const { row, column, weight, rowSum, masked } = reading;
  return (
    <>
      <span className={styles.pair}>{t('inspect.cell', { row, column })}</span>
      <strong>{masked ? t('inspect.masked') : weight.toFixed(3)}</strong>
      <span className={styles.soft}>
        {t('inspect.rowSum')} {rowSum.toFixed(3)}
      </span>
    </>
  );
}
