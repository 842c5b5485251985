import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runCommand } from '../stores/commands';
import { useProject } from '../stores/project';
import { openProject } from '../stores/projectCommands';
import { ProblemText } from '../ui/ProblemText';
import { shown } from '../ui/shown';
import classes from './Layout.module.css';

/** What is to be known of how the project opened: that it can only be looked at, or that another one could not be. */
export function OpenedNotice() {
  const { t } = useTranslation();
  const opened = useProject((state) => state.opened);
  const readOnly = useProject((state) => state.readOnly);
  const [closed, setClosed] = useState<unknown>(null);
  const notice = opened?.notice;
  if (opened === null || notice === undefined || (closed === opened && !readOnly)) return null;
  return (
    <div className={classes.notice} role="status" data-testid="opened-notice">
      <span className={classes.noticeText}>
        <ProblemText problem={notice} />
      </span>
      {readOnly ? (
        <>
          <Button variant="default" onClick={() => void shown(() => openProject(opened.folder))}>
            {t('app.openAgain')}
          </Button>
          <Button onClick={() => runCommand('saveAs')}>{t('command.saveAs')}</Button>
        </>
      ) : (
        <CloseButton aria-label={t('app.close')} onClick={() => setClosed(opened)} />
      )}
    </div>
  );
}
