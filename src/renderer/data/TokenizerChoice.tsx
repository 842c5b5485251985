import { Button, SegmentedControl } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import { type Data, tokenizerTypeSchema } from '@shared/contract/project';
import { findTokenizer } from '@shared/tokenizers/registry';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { readAgain, useData } from '../stores/data';
import { chooseTokenizer } from '../stores/tokenizer';
import styles from './data.module.css';
import { TokenizerParams } from './TokenizerParams';
import { TokenizerTools } from './TokenizerTools';

/** How the text is cut into tokens. */
export function TokenizerChoice({ preview: { data, text } }: { readonly preview: DataPreview }) {
  const { t } = useTranslation();
  const show = useText();
  const reading = useData((state) => state.reading);
  const kind = findTokenizer(data.tokenizer);
  const { tokenizerFile } = data;
  return (
    <div className={styles.choice} data-testid="tokenizer">
      <span>{t('data.tokenizer')}</span>
      <SegmentedControl
        aria-label={t('data.tokenizer')}
        disabled={reading}
        value={data.tokenizer}
        data={tokenizerTypeSchema.options.map((value) => ({
          value,
          label: t(`tokenizer.${value}`),
        }))}
        onChange={(tokenizer) => void chooseTokenizer(tokenizer)}
      />
      {tokenizerFile === undefined ? (
        <>
          <span className={styles.soft}>{show(kind.docs.summary)}</span>
          <TokenizerParams kind={kind} params={data.tokenizerParams ?? {}} />
        </>
      ) : (
        <Brought file={tokenizerFile} />
      )}
      <TokenizerTools data={data} sample={text} />
    </div>
  );
}

/** A tokenizer that is not learnt from this text. */
function Brought({ file }: { readonly file: NonNullable<Data['tokenizerFile']> }) {
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  return (
    <>
      <span className={styles.file} data-testid="tokenizer-file">
        {t('tokenizer.brought', { name: file.name })}
      </span>
      <span className={styles.soft}>{t('tokenizer.broughtHelp')}</span>
      <Button
        size="compact-xs"
        variant="default"
        disabled={reading}
        onClick={() => void readAgain({ tokenizerFile: null })}
      >
        {t('tokenizer.fitHere')}
      </Button>
    </>
  );
}
