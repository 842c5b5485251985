import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Look } from './AttentionControls';
import { HeadTable } from './HeadTable';
import { Heatmap } from './Heatmap';
import styles from './inspect.module.css';
import { type Cell, headOf, type Layer, type Sides } from './pattern';
import type { Inks } from './useInks';

interface Props {
  readonly head: number;
  readonly layer: Layer;
  readonly sides: Sides;
  readonly width: number;
  /** Room for a table, which takes the whole column. */
  readonly tableWidth: number;
  readonly look: Look;
  readonly inks: Inks;
  readonly cursor: Cell | null;
  point(cell: Cell | null, head: number): void;
}

/** One head: its number, its weight at the cursor that all heads share, and its picture. */
export function HeadTile({
  head,
  layer,
  sides,
  width,
  tableWidth,
  look,
  inks,
  cursor,
  point,
}: Props) {
  const { t } = useTranslation();
  const { rows, columns } = sides;
  const { causal } = layer;
  const pattern = useMemo(() => headOf(layer, head), [layer, head]);
  const within = cursor !== null && cursor.row < rows.length && cursor.column < columns.length;
  const inside = within ? cursor : null;
  const place = inside === null ? -1 : inside.row * columns.length + inside.column;
  const weight = pattern[place];
  return (
    <div className={styles.tile}>
      <div className={styles.tileTitle}>
        <span className={styles.soft}>{t('inspect.head', { number: head + 1 })}</span>
        {weight !== undefined && <span>{weight.toFixed(3)}</span>}
      </div>
      {look.table ? (
        <div className={styles.tableBox} style={{ maxWidth: tableWidth }}>
          <HeadTable sides={sides} pattern={pattern} head={head} />
        </div>
      ) : (
        <Heatmap
          sides={sides}
          pattern={pattern}
          causal={causal}
          head={head}
          width={width}
          readable={look.perRow === '1'}
          cursor={inside}
          inks={inks}
          point={(cell) => point(cell, head)}
        />
      )}
    </div>
  );
}
