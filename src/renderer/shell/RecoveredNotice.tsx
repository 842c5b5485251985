import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { discardRecovered } from '../stores/projectCommands';
import { shown } from '../ui/shown';
import classes from './Layout.module.css';

/** After a crash: what was recovered, and the way back. */
export function RecoveredNotice() {
  const { t } = useTranslation();
  const opened = useProject((state) => state.opened);
  const [kept, setKept] = useState<unknown>(null);
  if (!opened?.recovered || kept === opened) return null;
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeText}>
        <b>{t('app.recoveredTitle')}</b> {t('app.recoveredText')}
      </span>
      <Button variant="default" onClick={() => void shown(discardRecovered)}>
        {t('app.recoveredDiscard')}
      </Button>
      <Button onClick={() => setKept(opened)}>{t('app.recoveredKeep')}</Button>
    </div>
  );
}
