import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { heatmapSize } from './heatmapSize';
import styles from './inspect.module.css';
import { longestLabel, paintHeatmap } from './paint';
import { type Cell, cellAfterKey, rowSums } from './pattern';
import type { Inks } from './useInks';

interface Props {
  readonly tokens: readonly string[];
  /** (T, T) row by row. */
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
  const { tokens, pattern, causal, head, width, readable, inks, cursor, point } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const T = tokens.length;
  const size = useMemo(
    () => heatmapSize(T, width, longestLabel(tokens), readable),
    [T, width, tokens, readable],
  );
  const sums = useMemo(() => rowSums(pattern, T), [pattern, T]);
  useEffect(() => {
    if (canvas.current === null) return;
    paintHeatmap(canvas.current, { tokens, pattern, causal, size, inks });
  }, [tokens, pattern, causal, size, inks]);
  const follow = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (from: number, start: number) =>
      Math.floor((from - start - size.gutter) / size.cell);
    const cell = { row: at(event.clientY, box.top), column: at(event.clientX, box.left) };
    const inside = cell.row >= 0 && cell.column >= 0 && cell.row < T && cell.column < T;
    point(inside ? cell : null);
  };
  const move = (event: KeyboardEvent) => {
    const next = cellAfterKey(event.key, cursor ?? { row: T - 1, column: T - 1 }, T);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  return (
    <fieldset
      className={styles.heatmap}
      style={{ width: size.side, height: size.side }}
      aria-label={t('inspect.heatmapLabel', { number: head + 1, n_tokens: T })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cell cursor
      tabIndex={0}
      data-testid="heatmap"
      data-tokens={T}
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
