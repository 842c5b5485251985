import { ActionIcon, Button, Popover, Table, Text, Tooltip } from '@mantine/core';
import { Eye, EyeOff, FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadRun } from '../stores/runCommands';
import { logOf, removeRun, toggleShown, useRuns } from '../stores/runs';
import { showCompact, showCount, showLoss } from './format';
import styles from './runs.module.css';
import type { RunView } from './runView';
import { runColor, useVariants } from './useChartRuns';

/** One run of the table. */
export function RunRow({ view }: { readonly view: RunView }) {
  const { run, step, tokensPerSecond, note } = view;
  const color = runColor(useVariants(), run.variant);
  const { curves } = logOf(run.id);
  return (
    <Table.Tr data-testid="run" data-run={run.id} data-status={run.status}>
      <Table.Td>
        <span className={styles.name}>
          <span className={styles.dot} style={{ background: color }} />
          {run.name}
        </span>
      </Table.Td>
      <Table.Td>
        <Status view={view} />
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
      <Table.Td className={styles.number}>{run.settings.seed}</Table.Td>
      <Table.Td className={styles.number}>
        {tokensPerSecond === null ? '–' : showCompact(tokensPerSecond)}
      </Table.Td>
      <Table.Td className={styles.number}>{showCount(run.n_params)}</Table.Td>
      <Table.Td>
        <Tooltip label={note ?? ''} disabled={note === null}>
          <span>
            {run.backend}
            {note !== null && ' ⚠'}
          </span>
        </Tooltip>
      </Table.Td>
      <Table.Td>
        <Actions view={view} />
      </Table.Td>
    </Table.Tr>
  );
}

function Status({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  if (view.live === 'training') return <strong>{t('training.running')}</strong>;
  if (view.live === 'paused') return t('training.paused');
  const words = {
    paused: t('training.stopped'),
    training: t('training.stopped'),
    stopped: t('training.stopped'),
    done: t('training.done'),
    failed: t('training.failed'),
  };
  const { status } = view.run;
  return <span className={status === 'failed' ? styles.failed : ''}>{words[status]}</span>;
}

function Actions({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  const { id, name } = view.run;
  const shown = useRuns((state) => state.shown.includes(id));
  return (
    <span className={styles.actions}>
      <Tooltip label={t(shown ? 'training.hide' : 'training.show', { name })}>
        <ActionIcon
          aria-label={t(shown ? 'training.hide' : 'training.show', { name })}
          aria-pressed={shown}
          onClick={() => toggleShown(id)}
        >
          {shown ? <Eye size={14} /> : <EyeOff size={14} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={view.live === null ? t('training.open', { name }) : t('training.loaded')}>
        <ActionIcon
          aria-label={t('training.open', { name })}
          disabled={view.live !== null}
          onClick={() => void loadRun(id)}
        >
          <FolderOpen size={14} />
        </ActionIcon>
      </Tooltip>
      <RemoveButton view={view} />
    </span>
  );
}

function RemoveButton({ view }: { readonly view: RunView }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const label = t('training.remove', { name: view.run.name });
  const training = view.live === 'training';
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus returnFocus withArrow>
      <Popover.Target>
        <Tooltip label={training ? t('training.removeLive') : label}>
          <ActionIcon aria-label={label} disabled={training} onClick={() => setAsking(!asking)}>
            <Trash2 size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t('training.removeConfirm')}</Text>
        <span className={styles.actions}>
          <Button color="red" onClick={() => void removeRun(view.run.id)}>
            {t('training.removeYes')}
          </Button>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('training.removeNo')}
          </Button>
        </span>
      </Popover.Dropdown>
    </Popover>
  );
}
