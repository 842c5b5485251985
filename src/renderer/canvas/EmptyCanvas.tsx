import { Button } from '@mantine/core';
import { Shapes } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { runCommand } from '../stores/commands';
import { EmptyState } from '../ui/EmptyState';
import classes from './EmptyCanvas.module.css';

/** The canvas before the first block. */
export function EmptyCanvas() {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <EmptyState icon={Shapes} title={t('canvas.emptyTitle')} hint={t('canvas.emptyHint')}>
        <Button variant="default" onClick={() => runCommand('templateGpt')}>
          {t('canvas.emptyGpt')}
        </Button>
      </EmptyState>
    </div>
  );
}
