import { Button, Modal } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { History, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuns } from '../stores/runs';
import { EmptyState } from '../ui/EmptyState';
import { listRuns } from './chosenRuns';
import { RunCard } from './RunCard';
import { RunsTable } from './RunsTable';
import styles from './runs.module.css';

/** From this width on the table has room. */
const TABLE_PX = 760;

/** Every run of the project: what it was, how far it came, and what one can do with it. */
export function RunsPanel() {
  const { t } = useTranslation();
  const views = useRuns((state) => state.views);
  const runs = useMemo(() => listRuns(views), [views]);
  const { ref, width } = useElementSize();
  const [wide, setWide] = useState(false);
  if (runs.length === 0) {
    return (
      <EmptyState
        icon={History}
        title={t('training.runsEmptyTitle')}
        hint={t('training.runsEmptyHint')}
      />
    );
  }
  return (
    <div ref={ref} className={styles.root} data-testid="runs-panel">
      {width >= TABLE_PX ? (
        <RunsTable runs={runs} />
      ) : (
        <>
          <ul className={styles.cards} aria-label={t('training.runs')}>
            {runs.map((view) => (
              <RunCard key={view.run.id} view={view} />
            ))}
          </ul>
          <Button
            variant="default"
            leftSection={<Table2 size={14} />}
            onClick={() => setWide(true)}
            data-testid="runs-as-table"
          >
            {t('training.asTable')}
          </Button>
        </>
      )}
      <Modal
        opened={wide}
        onClose={() => setWide(false)}
        title={t('training.runs')}
        closeButtonProps={{ 'aria-label': t('app.close') }}
        size="min(1320px, 94vw)"
      >
        <RunsTable runs={runs} />
      </Modal>
    </div>
  );
}
