import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lookAt, useAttention } from '../stores/attention';
import { showCount } from '../training/format';
import { useThrottled } from '../training/useThrottled';
import type { Look } from './AttentionControls';
import { HeadTile } from './HeadTile';
import styles from './inspect.module.css';
import { type Cell, headNumbers, type Layer, sidesOf } from './pattern';
import type { Subject } from './subjects';
import type { Inks } from './useInks';

interface Props {
  readonly subject: Subject;
  readonly width: number;
  readonly look: Look;
  readonly inks: Inks;
  readonly cursor: Cell | null;
  point(cell: Cell | null, head: number): void;
}

const GAP = 12;
/** Below this width a heatmap says nothing. */
const LEAST_TILE = 100;

/** A table is for reading, and costly to lay out: a thousand numbers are renewed once a second, more of them less often. */
function readingTime(n_tokens: number): number {
  return Math.max(1000, n_tokens ** 2);
}

/** The heads of one layer of one variant. */
export function SubjectColumn({ subject, width, look, inks, cursor, point }: Props) {
  const { t } = useTranslation();
  const place = useAttention((state) => state.layer);
  const slow = useThrottled(subject.view, readingTime(subject.view?.tokens.length ?? 0));
  const view = look.table ? slow : subject.view;
  const layer = view?.layers[Math.min(place, view.layers.length - 1)];
  const sides = useMemo(
    () => (view && layer ? sidesOf(view, layer) : { rows: [], columns: [] }),
    [view, layer],
  );
  const n_heads = layer?.n_heads ?? 0;
  const heads = look.table ? [Math.min(look.head, n_heads - 1)] : headNumbers(n_heads);
  const room = Math.max(1, Math.floor((width + GAP) / (LEAST_TILE + GAP)));
  const perRow = Math.min(Number(look.perRow), layer?.n_heads ?? 1, room);
  const tile = Math.floor((width - GAP * (perRow - 1)) / perRow) - 1;
  return (
    <section className={styles.column} style={{ width }} data-testid="attention-subject">
      <ColumnTitle subject={subject} />
      {view !== null && layer === undefined && <p>{t('inspect.noAttention')}</p>}
      {view?.source !== undefined && layer !== undefined && <SidesLine layer={layer} />}
      {view !== null && layer !== undefined && (
        <div className={styles.heads} style={{ gap: GAP }}>
          {heads.map((head) => (
            <HeadTile
              key={`${layer.name} ${head}`}
              head={head}
              layer={layer}
              sides={sides}
              width={tile}
              tableWidth={width}
              look={look}
              inks={inks}
              cursor={cursor}
              point={point}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Whose tokens stand beside the rows and above the columns, where there are two sentences. */
function SidesLine({ layer: { queries, keys } }: { readonly layer: Layer }) {
  const { t } = useTranslation();
  const word = (side: Layer['queries']) =>
    t(side === 'source' ? 'inspect.sideSource' : 'inspect.sideTarget');
  return (
    <p className={styles.sides} data-testid="attention-sides">
      {t('inspect.sides', { rows: word(queries), columns: word(keys) })}
    </p>
  );
}

function ColumnTitle({
  subject: { variant, color, run, view, changed },
}: {
  readonly subject: Subject;
}) {
  const { t } = useTranslation();
  const loading = useAttention((state) => state.loading);
  const untrained = run === null || run.peek;
  const stale = changed && untrained;
  return (
    <header className={styles.title}>
      <span className={styles.dot} style={{ background: color }} />
      <strong>{variant.name}</strong>
      <span className={styles.soft} data-testid="attention-step">
        {untrained
          ? t('inspect.untrained')
          : t('inspect.atStep', { step: showCount(view?.step ?? run.step) })}
      </span>
      {changed && (
        <span className={styles.changed} title={t('inspect.changed')}>
          {t('inspect.changed')}
        </span>
      )}
      {(view === null || stale) && (
        <Button
          size="compact-xs"
          variant="default"
          loading={loading}
          onClick={() => void lookAt([variant.id])}
        >
          {untrained
            ? t('inspect.lookUntrained')
            : t('inspect.lookAtStep', { step: showCount(run.step) })}
        </Button>
      )}
    </header>
  );
}
