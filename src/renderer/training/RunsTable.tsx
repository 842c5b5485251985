import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RunRow } from './RunRow';
import styles from './runs.module.css';
import type { RunView } from './runView';

/** The runs with every figure side by side. */
export function RunsTable({ runs }: { readonly runs: readonly RunView[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable
    <section className={styles.panel} aria-label={t('training.runs')} tabIndex={0}>
      <Table className={styles.table} stickyHeader data-testid="runs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('training.name')}</Table.Th>
            <Table.Th>{t('training.started')}</Table.Th>
            <Table.Th>{t('training.status')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.stepColumn')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.trainLoss')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.valLoss')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.perplexity')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.accuracy')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.exact')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.seed')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.speedColumn')}</Table.Th>
            <Table.Th className={styles.number}>{t('training.parameters')}</Table.Th>
            <Table.Th>{t('training.backend')}</Table.Th>
            <Table.Th>{t('training.start')}</Table.Th>
            <Table.Th>{t('training.mask')}</Table.Th>
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
