import { SegmentedControl } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { readAgain, useData } from '../stores/data';
import styles from './data.module.css';

/** Which part of the text is kept for validation. */
export function SplitChoice({ preview }: { readonly preview: DataPreview }) {
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  const { data, statistics } = preview;
  const split = data.split ?? (data.table ? 'record' : 'position');
  return (
    <div className={styles.choice} data-testid="split">
      <span>{t('table.split')}</span>
      <SegmentedControl
        aria-label={t('table.split')}
        disabled={reading}
        value={split}
        data={[
          { value: 'position', label: t('table.position') },
          { value: 'record', label: t('table.record') },
        ]}
        onChange={(value) => void readAgain({ split: value })}
      />
      <span className={styles.soft}>
        {t(`table.splitHelp.${split === 'position' ? 'position' : statistics.records}`)}
      </span>
    </div>
  );
}
