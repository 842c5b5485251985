import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cancelUpload, type UploadState } from '../stores/data';
import { showBytes } from '../training/format';
import styles from './data.module.css';

/** How much of a dropped file has come in. */
export function UploadProgress({ upload }: { readonly upload: UploadState }) {
  const { t } = useTranslation();
  const { name, sentBytes, sizeBytes } = upload;
  const label = t('data.uploading', { name });
  return (
    <div className={styles.upload} data-testid="upload">
      <span className={styles.file}>{label}</span>
      <Progress aria-label={label} value={(100 * sentBytes) / Math.max(1, sizeBytes)} size="sm" />
      <div className={styles.uploadFoot}>
        <span className={styles.soft}>
          {t('data.uploaded', { sent: showBytes(sentBytes), total: showBytes(sizeBytes) })}
        </span>
        <Button size="compact-xs" variant="default" onClick={cancelUpload}>
          {t('data.cancel')}
        </Button>
      </div>
    </div>
  );
}
