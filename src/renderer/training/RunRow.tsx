import { Table } from '@mantine/core';
import { useLanguage } from '../i18n';
import { showCompact, showCount, showLoss, showMoment } from './format';
import { RunActions } from './RunActions';
import { Backend, RunStatus } from './RunStatus';
import styles from './runs.module.css';
import type { RunView } from './runView';
import { runColor, useVariants } from './useChartRuns';
import { useShares, useStart } from './useShares';

/** One run of the table. */
export function RunRow({ view }: { readonly view: RunView }) {
  const language = useLanguage();
  const { run, step, tokensPerSecond } = view;
  const color = runColor(useVariants(), run.variant);
  const { curves } = view.log;
  const figures = [...useShares(view), ...useStart(view)];
  const figure = (key: string) => figures.find((each) => each.key === key)?.value ?? '–';
  return (
    <Table.Tr data-testid="run" data-run={run.id} data-status={run.status}>
      <Table.Td>
        <span className={styles.name}>
          <span className={styles.dot} style={{ background: color }} />
          {run.name}
        </span>
      </Table.Td>
      <Table.Td>{showMoment(run.createdAt, language)}</Table.Td>
      <Table.Td>
        <RunStatus view={view} />
      </Table.Td>
      <Table.Td className={styles.number}>
        {showCount(step)} / {showCount(run.settings.max_steps)}
      </Table.Td>
      <Table.Td className={styles.number}>
        {showLoss(curves.train_loss.last()?.value ?? null)}
      </Table.Td>
      <Table.Td className={styles.number}>
        {showLoss(curves.val_loss.last()?.value ?? null)}
      </Table.Td>
      <Table.Td className={styles.number}>{figure('perplexity')}</Table.Td>
      <Table.Td className={styles.number}>{figure('accuracy')}</Table.Td>
      <Table.Td className={styles.number}>{figure('exact')}</Table.Td>
      <Table.Td className={styles.number}>{run.settings.seed}</Table.Td>
      <Table.Td className={styles.number}>
        {tokensPerSecond === null ? '–' : showCompact(tokensPerSecond)}
      </Table.Td>
      <Table.Td className={styles.number}>{showCount(run.n_params)}</Table.Td>
      <Table.Td>
        <Backend view={view} />
      </Table.Td>
      <Table.Td className={styles.sentenceCell}>{figure('start')}</Table.Td>
      <Table.Td className={styles.sentenceCell}>{figure('mask')}</Table.Td>
      <Table.Td>
        <RunActions view={view} />
      </Table.Td>
    </Table.Tr>
  );
}
