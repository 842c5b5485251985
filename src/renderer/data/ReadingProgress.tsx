import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ReadingState, stopReading } from '../stores/data';
import { showDuration } from '../training/timeLeft';
import styles from './data.module.css';

/** Sooner than this nobody can tell how long it will take. */
const SURE_MS = 2000;

/** How far the program is with reading a text, and how long it will still take. */
export function ReadingProgress({ progress }: { readonly progress: ReadingState | null }) {
  const { t } = useTranslation();
  if (progress === null) return <p className={styles.soft}>{t('data.reading')}</p>;
  const { name, share, spentMs } = progress;
  const label = t('data.uploading', { name });
  const seconds = share > 0 ? (spentMs * (1 - share)) / share / 1000 : 0;
  return (
    <div className={styles.upload} data-testid="reading">
      <span className={styles.file}>{label}</span>
      <Progress aria-label={label} value={100 * share} size="sm" />
      <div className={styles.uploadFoot}>
        <span className={styles.soft}>
          {Math.floor(100 * share)} %
          {spentMs > SURE_MS && `, ${t('table.left', { time: showDuration(seconds) })}`}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          data-testid="stop-reading"
          onClick={() => void stopReading()}
        >
          {t('data.cancel')}
        </Button>
      </div>
    </div>
  );
}
