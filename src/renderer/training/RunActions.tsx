import { ActionIcon, Button, Popover, Text, Tooltip } from '@mantine/core';
import { Eye, EyeOff, FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadRun } from '../stores/runCommands';
import { removeRun, toggleShown, useRuns } from '../stores/runs';
import styles from './runs.module.css';
import type { RunView } from './runView';
import { StepTimeButton } from './StepTime';

/** Show or hide a run's curves, load its model, remove it. */
export function RunActions({ view }: { readonly view: RunView }) {
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
      <StepTimeButton view={view} />
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
