import type { TablePreview } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { showCount } from '../training/format';
import { Chips } from './Chips';
import styles from './data.module.css';
import { numbered } from './numbered';

const LABELS_SHOWN = 40;

/** The first rows of a table as tokens, and its classes. */
export function TableRows({ table }: { readonly table: TablePreview }) {
  const { t } = useTranslation();
  const labels = table.labels.slice(0, LABELS_SHOWN);
  return (
    <>
      {labels.length > 0 && (
        <div className={styles.choice}>
          <span>{t('table.labels')}</span>
          <ul className={styles.labels} data-testid="table-labels">
            {labels.map(({ name, n_rows }) => (
              <li key={name} className={styles.label}>
                <span className={styles.file}>{name}</span>
                <span className={styles.soft}>{showCount(n_rows)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <section
        className={styles.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable
        tabIndex={0}
        aria-label={t('table.firstRows')}
        data-testid="table-rows"
      >
        {numbered(table.rows).map(({ place, item: { input, output } }) => (
          <div key={place} className={styles.row}>
            <Chips tokens={input} />
            {output.length > 0 && (
              <>
                <span className={styles.arrow}> → </span>
                <Chips tokens={output} />
              </>
            )}
          </div>
        ))}
      </section>
    </>
  );
}
