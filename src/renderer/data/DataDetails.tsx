import { NativeSelect } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { readAgain, useData } from '../stores/data';
import { showBytes } from '../training/format';
import { Counts } from './Counts';
import styles from './data.module.css';
import { Entry } from './Entry';
import { encodingChoices } from './encodings';
import { SplitChoice } from './SplitChoice';
import { TableChoice } from './TableChoice';
import { TokenizerChoice } from './TokenizerChoice';

interface Props {
  readonly preview: DataPreview;
}

/** Name and size of the text, and whether it is a table. */
export function DataHead({ preview }: Props) {
  const { t } = useTranslation();
  const { data } = preview;
  return (
    <>
      <dl className={styles.list}>
        <Entry name={t('data.file')}>
          <span className={styles.file} title={data.name} data-testid="data-name">
            {data.name}
          </span>
        </Entry>
        <Entry name={t('data.size')}>
          {data.n_files !== undefined && `${t('table.files', { count: data.n_files })}, `}
          {showBytes(data.sizeBytes)}
        </Entry>
      </dl>
      <TableChoice preview={preview} />
    </>
  );
}

/** Encoding, tokenizer, split and counts of the text. */
export function DataDetails({ preview }: Props) {
  return (
    <>
      <EncodingChoice preview={preview} />
      <TokenizerChoice preview={preview} />
      <SplitChoice preview={preview} />
      <Counts preview={preview} />
    </>
  );
}

function EncodingChoice({ preview: { data } }: Props) {
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  const foundBy = useData((state) => state.foundBy);
  const choices = encodingChoices(data.encoding).map((value) => ({ value, label: value }));
  return (
    <div className={styles.choice}>
      <label htmlFor="data-encoding">{t('data.encoding')}</label>
      <NativeSelect
        id="data-encoding"
        size="xs"
        disabled={reading}
        data={[...choices, { value: '', label: t('data.findEncoding') }]}
        value={data.encoding}
        onChange={(event) => {
          const { value } = event.currentTarget;
          void readAgain({ encoding: value === '' ? null : value });
        }}
      />
      {foundBy !== null && (
        <span className={styles.soft} data-testid="encoding-from">
          {t(`data.foundBy.${foundBy}`)}
        </span>
      )}
    </div>
  );
}
