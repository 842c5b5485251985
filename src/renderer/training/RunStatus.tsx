import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import styles from './runs.module.css';
import type { RunView } from './runView';

interface Props {
  readonly view: RunView;
}

/** What a run is doing, in one word. */
export function RunStatus({ view }: Props) {
  const { t } = useTranslation();
  if (view.live === 'training') return <strong>{t('training.running')}</strong>;
  // A model that is loaded to be looked at makes no finished run a paused one.
  if (view.live === 'paused' && view.run.status !== 'done') return t('training.paused');
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

/** What the run computes with, and what its trainer has to say about that. */
export function Backend({ view: { run, note } }: Props) {
  const text = useText();
  return (
    <Tooltip label={note === null ? '' : text(note)} disabled={note === null}>
      <span title={run.backend}>
        {run.backend}
        {note !== null && ' ⚠'}
      </span>
    </Tooltip>
  );
}

/** Why the run is slower than it could be; nothing when it is not. */
export function BackendNote({ view: { note } }: Props) {
  const text = useText();
  if (note === null) return null;
  return (
    <p className={styles.note} data-testid="backend-note">
      {text(note)}
    </p>
  );
}
