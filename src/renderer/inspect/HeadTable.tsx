import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './inspect.module.css';
import { rowSums, type Sides } from './pattern';

interface Props {
  readonly sides: Sides;
  readonly pattern: Float32Array;
  readonly head: number;
}

/** The same numbers as the heatmap's, for screen readers and for who wants to read them. */
export const HeadTable = memo(function HeadTable({ sides, pattern, head }: Props) {
  const { t } = useTranslation();
  const n_columns = sides.columns.length;
  const sums = rowSums(pattern, n_columns);
  const columns = sides.columns.map((token, place) => ({ token, place }));
  const rows = sides.rows.map((token, place) => ({ token, place }));
  return (
    <table className={styles.table} data-testid="head-table">
      <caption className={styles.caption}>{t('inspect.head', { number: head + 1 })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('inspect.row')}</th>
          {columns.map(({ token, place }) => (
            <th key={place} scope="col">
              {token}
            </th>
          ))}
          <th scope="col">{t('inspect.rowSum')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.place}>
            <th scope="row">{row.token}</th>
            {columns.map((column) => (
              <td key={column.place}>
                {(pattern[row.place * n_columns + column.place] ?? 0).toFixed(3)}
              </td>
            ))}
            <td>{(sums[row.place] ?? 0).toFixed(3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
