import { useTranslation } from 'react-i18next';
import styles from './inspect.module.css';
import { type Cell, type PointedValues, rowSums } from './pattern';
import { viridisGradient } from './viridis';

export interface Pointed extends PointedValues {
  readonly cell: Cell;
}

const gradient = viridisGradient('to right');

/** The foot of the panel: the cell under the cursor in words, and the scale of the colours. */
export function Readout({ pointed }: { readonly pointed: Pointed | null }) {
  const { t } = useTranslation();
  return (
    <footer className={styles.foot}>
      <output className={styles.reading} data-testid="attention-reading">
        {pointed === null ? (
          <span className={styles.soft}>{t('inspect.hint')}</span>
        ) : (
          <Words pointed={pointed} />
        )}
      </output>
      <span className={styles.scale} role="img" aria-label={t('inspect.scale')}>
        0
        <span className={styles.bar} style={{ background: gradient }} />1
      </span>
    </footer>
  );
}

function Words({ pointed: { cell, tokens, pattern, causal } }: { readonly pointed: Pointed }) {
  const { t } = useTranslation();
  const T = tokens.length;
  const row = tokens[cell.row] ?? '';
  const column = tokens[cell.column] ?? '';
  const weight = pattern[cell.row * T + cell.column] ?? 0;
  const masked = causal && cell.column > cell.row;
  return (
    <>
      <span className={styles.pair}>{t('inspect.cell', { row, column })}</span>
      <strong>{masked ? t('inspect.masked') : weight.toFixed(3)}</strong>
      <span className={styles.soft}>
        {t('inspect.rowSum')} {(rowSums(pattern, T)[cell.row] ?? 0).toFixed(3)}
      </span>
    </>
  );
}
