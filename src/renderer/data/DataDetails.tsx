import { NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readAgain, useData } from '../stores/data';
import { showBytes, showCount } from '../training/format';
import styles from './data.module.css';
import { encodingChoices } from './encodings';

interface Props {
  readonly preview: DataPreview;
}

/** Name, size, encoding, tokenizer and counts of the text. */
export function DataDetails({ preview }: Props) {
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
        <Entry name={t('data.size')}>{showBytes(data.sizeBytes)}</Entry>
      </dl>
      <EncodingChoice preview={preview} />
      <TokenizerChoice preview={preview} />
      <Counts preview={preview} />
    </>
  );
}

interface EntryProps {
  readonly name: string;
  readonly help?: string;
  readonly children: ReactNode;
}

function Entry({ name, help = '', children }: EntryProps) {
  return (
    <div className={styles.entry}>
      <Tooltip label={help} disabled={help === ''}>
        <dt>{name}</dt>
      </Tooltip>
      <dd>{children}</dd>
    </div>
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

function TokenizerChoice({ preview: { data } }: Props) {
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  return (
    <div className={styles.choice}>
      <span>{t('data.tokenizer')}</span>
      <SegmentedControl
        aria-label={t('data.tokenizer')}
        disabled={reading}
        value={data.tokenizer}
        data={[
          { value: 'character', label: t('data.character') },
          { value: 'byte', label: t('data.byte') },
        ]}
        onChange={(tokenizer) => void readAgain({ tokenizer })}
      />
      <span className={styles.soft}>
        {t(data.tokenizer === 'character' ? 'data.characterHelp' : 'data.byteHelp')}
      </span>
    </div>
  );
}

function Counts({ preview }: Props) {
  const { t } = useTranslation();
  return (
    <dl className={styles.list} data-testid="data-counts">
      <Entry name={t('data.characters')}>{showCount(preview.n_characters)}</Entry>
      <Entry name={t('data.tokens')}>{showCount(preview.n_tokens)}</Entry>
      <Entry name={t('data.distinct')}>{showCount(preview.n_vocab)}</Entry>
      <Entry name={t('data.trainTokens')}>{showCount(preview.n_train_tokens)}</Entry>
      <Entry name={t('data.valTokens')}>{showCount(preview.n_val_tokens)}</Entry>
      <Entry name={t('data.unknown')} help={t('data.unknownHelp')}>
        {showCount(preview.n_unknown)}
      </Entry>
    </dl>
  );
}
