import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Data } from '@shared/contract/project';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '../stores/data';
import { exportTokenizer, importTokenizer } from '../stores/tokenizer';
import styles from './data.module.css';
import { MergesDialog } from './MergesDialog';

interface Props {
  readonly data: Data;
  /** Lines to show merges on. */
  readonly sample: string;
}

/** Looking at merges, and tokenizer.json in and out. */
export function TokenizerTools({ data, sample }: Props) {
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  const [open, setOpen] = useState(false);
  const write = async () => {
    if (await exportTokenizer(data)) notifications.show({ message: t('tokenizer.exported') });
  };
  return (
    <div className={styles.tools}>
      {data.tokenizer === 'bpe' && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            disabled={reading}
            data-testid="show-merges"
            onClick={() => setOpen(true)}
          >
            {t('tokenizer.merges')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={reading}
            data-testid="export-tokenizer"
            onClick={() => void write()}
          >
            {t('tokenizer.export')}
          </Button>
          {open && <MergesDialog data={data} sample={sample} onClose={() => setOpen(false)} />}
        </>
      )}
      <Button
        size="compact-xs"
        variant="default"
        disabled={reading}
        data-testid="import-tokenizer"
        onClick={() => void importTokenizer()}
      >
        {t('tokenizer.import')}
      </Button>
    </div>
  );
}
