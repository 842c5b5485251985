import { ActionIcon, Tooltip } from '@mantine/core';
import { CircleHelp, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './settings.module.css';

interface Props {
  readonly field: string;
  readonly help: string;
  /** Said below the field: what is wrong with it, or why it does not count now. */
  readonly message: string | null;
  readonly faulty: boolean;
  /** How the default reads, while the value is another. */
  readonly initial: string | null;
  reset(): void;
  readonly children: ReactNode;
}

/** A setting by its own name, with its help behind a mark and its default one click away. */
export function FieldRow({ field, help, message, faulty, initial, reset, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.row}>
      <label className={styles.name} htmlFor={`setting-${field}`} title={field}>
        {field}
      </label>
      <Tooltip label={help} events={{ hover: true, focus: true, touch: true }} openDelay={150}>
        <ActionIcon size={18} aria-label={t('training.helpFor', { field })}>
          <CircleHelp size={13} />
        </ActionIcon>
      </Tooltip>
      <div className={styles.control}>{children}</div>
      <Tooltip label={t('training.toDefault', { value: initial })} disabled={initial === null}>
        <ActionIcon
          size={18}
          className={initial === null ? styles.invisible : ''}
          aria-label={t('training.toDefault', { value: initial ?? '' })}
          disabled={initial === null}
          onClick={reset}
        >
          <RotateCcw size={12} />
        </ActionIcon>
      </Tooltip>
      {message !== null && (
        <p id={`setting-${field}-message`} className={faulty ? styles.fault : styles.note}>
          {message}
        </p>
      )}
    </div>
  );
}
