import { Table } from '@mantine/core';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuns } from '../stores/runs';
import { EmptyState } from '../ui/EmptyState';
import { listRuns } from './chosenRuns';
import { RunRow } from './RunRow';
import styles from './runs.module.css';

/** Every run of the project: what it was, how far it came, and what one can do with it. */
export function RunsPanel() {
  const { t } = useTranslation();
  const views = useRuns((state) => state.views);
  const runs = useMemo(() => listRuns(views), [views]);
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable
    <section className={styles.panel} aria-label={t('training.runs')} tabIndex={0}>
      <Table className={styles.table} stickyHeader data-testid="runs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('training.name')}</Table.Th>
            <Table.Th>{t('training.status')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.stepColumn')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.trainLoss')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.valLoss')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.seed')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.speedColumn')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.parameters')}</Table.Th>
            <Table.Th>{t('training.backend')}</Table.Th>
            <Table.Th>
              <span className={styles.hidden}>{t('training.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((view) => (
            <RunRow key={view.run.id} view={view} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
