import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { heatmapSize } from './heatmapSize';
import styles from './inspect.module.css';
import { longestLabel, paintHeatmap } from './paint';
import { type Cell, cellAfterKey, rowSums, type Sides } from './pattern';
import type { Inks } from './useInks';

interface Props {
  readonly sides: Sides;
  /** (rows, columns) row by row. */
  readonly pattern: Float32Array;
  readonly causal: boolean;
  /** Counted from 0. */
  readonly head: number;
  readonly width: number;
  readonly readable: boolean;
  readonly inks: Inks;
  readonly cursor: Cell | null;
  point(cell: Cell | null): void;
}

/** One head's attention: a coloured cell for each pair of tokens, read by mouse or arrow keys. */
export function Heatmap(props: Props) {
  const { sides, pattern, causal, head, width, readable, inks, cursor, point } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { rows, columns } = sides;
  const size = useMemo(() => {
    const longest = Math.max(longestLabel(rows), longestLabel(columns));
    return heatmapSize({ rows: rows.length, columns: columns.length }, width, longest, readable);
  }, [rows, columns, width, readable]);
  const sums = useMemo(() => rowSums(pattern, columns.length), [pattern, columns]);
  useEffect(() => {
    if (canvas.current === null) return;
    paintHeatmap(canvas.current, { sides: { rows, columns }, pattern, causal, size, inks });
  }, [rows, columns, pattern, causal, size, inks]);
  const follow = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (from: number, start: number) =>
      Math.floor((from - start - size.gutter) / size.cell);
    const cell = { row: at(event.clientY, box.top), column: at(event.clientX, box.left) };
    const known = rows[cell.row] !== undefined && columns[cell.column] !== undefined;
    point(known ? cell : null);
  };
  const move = (event: KeyboardEvent) => {
    const last = { row: rows.length - 1, column: columns.length - 1 };
    const next = cellAfterKey(event.key, cursor ?? last, sides);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  return (
    <fieldset
      className={styles.heatmap}
      style={{ width: size.width, height: size.height }}
      aria-label={t('inspect.heatmapLabel', { number: head + 1, n_tokens: columns.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cell cursor
      tabIndex={0}
      data-testid="heatmap"
      data-tokens={columns.length}
      data-rows={rows.length}
      data-least-row-sum={Math.min(...sums).toFixed(4)}
      data-greatest-row-sum={Math.max(...sums).toFixed(4)}
      onPointerMove={follow}
      onPointerLeave={() => point(null)}
      onKeyDown={move}
    >
      <canvas ref={canvas} className={styles.canvas} />
      {cursor !== null && <CellCursor cell={cursor} px={size.cell} gutter={size.gutter} />}
    </fieldset>
  );
}

interface CursorProps {
  readonly cell: Cell;
  readonly px: number;
  readonly gutter: number;
}

function CellCursor({ cell: { row, column }, px, gutter }: CursorProps) {
  const place = { left: gutter + column * px, top: gutter + row * px, width: px, height: px };
  return <span className={styles.cellCursor} style={place} />;
}
