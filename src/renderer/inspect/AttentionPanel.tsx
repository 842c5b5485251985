import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Grid3x3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lookAt, useAttention, watchRuns } from '../stores/attention';
import { useHasData } from '../stores/learned';
import { showCount } from '../training/format';
import { useThrottled } from '../training/useThrottled';
import { EmptyState } from '../ui/EmptyState';
import { AttentionControls, type Look } from './AttentionControls';
import styles from './inspect.module.css';
import { type Cell, type CellReading, readCell, sidesOf } from './pattern';
import { Readout } from './Readout';
import { SubjectColumn } from './SubjectColumn';
import { type Subject, useSubjects } from './subjects';
import { useInks } from './useInks';

/** Steps pass many times a second; the heads are drawn less often. */
const REDRAW_MS = 500;

/** Each head's attention for one sentence, of one variant or of all side by side, live while they train. */
export function AttentionPanel() {
  const [look, setLook] = useState<Look>({ all: true, perRow: '2', table: false, head: 0 });
  const now = useSubjects(look.all);
  useWatched(now);
  const subjects = useThrottled(now, REDRAW_MS);
  const seen = subjects.some(({ view }) => view !== null);
  if (!seen) return <NothingSeen subjects={subjects} />;
  return (
    <div className={styles.panel} data-testid="attention-panel">
      <AttentionControls
        look={look}
        change={(change) => setLook({ ...look, ...change })}
        subjects={subjects}
      />
      <Columns subjects={subjects} look={look} />
    </div>
  );
}

/** While this panel stands, its runs send their attention; nobody computes what nobody sees. */
function useWatched(subjects: readonly Subject[]): void {
  const ids = subjects.flatMap(({ run }) => (run === null ? [] : [run.run.id])).join(' ');
  useEffect(() => watchRuns(ids === '' ? [] : ids.split(' ')), [ids]);
  useEffect(() => () => watchRuns([]), []);
}

interface ColumnsProps {
  readonly subjects: readonly Subject[];
  readonly look: Look;
}

/** What the cursor is on; all heads show the same cell. */
interface Pointed {
  readonly cell: Cell;
  readonly variant: string;
  readonly head: number;
}

function Columns({ subjects, look }: ColumnsProps) {
  const { ref, width } = useElementSize();
  const inks = useInks();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const columns = Math.max(1, subjects.length);
  const columnWidth = Math.max(160, (width - 12 * (columns - 1)) / columns);
  return (
    <>
      <div className={styles.scroller}>
        <div className={styles.columns} ref={ref}>
          {width > 0 &&
            subjects.map((subject) => (
              <SubjectColumn
                key={subject.variant.id}
                subject={subject}
                width={columnWidth}
                look={look}
                inks={inks}
                cursor={pointed?.cell ?? null}
                point={(cell, head) =>
                  setPointed(cell === null ? null : { cell, variant: subject.variant.id, head })
                }
              />
            ))}
        </div>
      </div>
      <Readout reading={useReading(subjects, pointed)} />
    </>
  );
}

function useReading(subjects: readonly Subject[], pointed: Pointed | null): CellReading | null {
  const place = useAttention((state) => state.layer);
  if (pointed === null) return null;
  const view = subjects.find(({ variant }) => variant.id === pointed.variant)?.view ?? null;
  const layer = view?.layers[Math.min(place, view.layers.length - 1)];
  if (view === null || layer === undefined) return null;
  return readCell(sidesOf(view, layer), layer, pointed.head, pointed.cell);
}

function NothingSeen({ subjects }: { readonly subjects: readonly Subject[] }) {
  const { t } = useTranslation();
  const loading = useAttention((state) => state.loading);
  const hasData = useHasData();
  const trained = subjects.find(({ run }) => run !== null && !run.peek)?.run ?? null;
  const waiting = loading || (trained !== null && trained.live === 'training');
  const variants = subjects.map(({ variant }) => variant.id);
  return (
    <EmptyState
      icon={Grid3x3}
      title={t('inspect.emptyTitle')}
      hint={t(hasData ? 'inspect.emptyHint' : 'inspect.needsData')}
    >
      {hasData && (
        <Button
          variant="default"
          loading={waiting}
          data-testid="look"
          onClick={() => void lookAt(variants)}
        >
          {trained === null
            ? t('inspect.lookUntrained')
            : t('inspect.lookAtStep', { step: showCount(trained.step) })}
        </Button>
      )}
    </EmptyState>
  );
}
