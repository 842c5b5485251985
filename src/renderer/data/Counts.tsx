import type { DataPreview, TablePreview } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { showCount } from '../training/format';
import styles from './data.module.css';
import { Entry } from './Entry';

interface Props {
  readonly preview: DataPreview;
}

/** How long a text is, in what parts, and what its tokens are like. */
export function Counts({ preview }: Props) {
  const { t } = useTranslation();
  const { statistics, table } = preview;
  return (
    <>
      <dl className={styles.list} data-testid="data-counts">
        <Entry name={t('data.characters')}>{showCount(preview.n_characters)}</Entry>
        <Entry name={t('table.lines')}>{showCount(statistics.n_lines)}</Entry>
        {table !== null && <Rows table={table} />}
        <Entry name={t('data.tokens')}>{showCount(preview.n_tokens)}</Entry>
        <Entry name={t('data.distinct')}>{showCount(preview.n_vocab)}</Entry>
        <Entry name={t('data.trainTokens')}>{showCount(preview.n_train_tokens)}</Entry>
        <Entry name={t('data.valTokens')}>{showCount(preview.n_val_tokens)}</Entry>
        <Entry name={t('data.unknown')} help={t('data.unknownHelp')}>
          {showCount(preview.n_unknown)}
        </Entry>
      </dl>
      <Statistics preview={preview} />
    </>
  );
}

function Rows({ table }: { readonly table: TablePreview }) {
  const { t } = useTranslation();
  const n_ctx = useProject(({ project }) => project?.settings.n_ctx ?? 0);
  const longest = Math.max(table.longestInput, table.longestOutput);
  return (
    <>
      <Entry name={t('table.rows')}>{showCount(table.n_rows)}</Entry>
      <Entry name={t('table.trainRows')}>{showCount(table.n_train_rows)}</Entry>
      <Entry name={t('table.valRows')}>{showCount(table.n_val_rows)}</Entry>
      <Entry name={t('table.longest')} help={t('table.longestHelp')}>
        {showCount(longest)}
        {longest > n_ctx && <span className={styles.caution}>{t('table.tooLong', { n_ctx })}</span>}
      </Entry>
    </>
  );
}

/** Above this part of what is validated, knowing texts by heart looks like understanding them. */
const MANY_DUPLICATES = 0.1;

function Statistics({ preview: { statistics } }: Props) {
  const { t } = useTranslation();
  const { records, meanLength, n_duplicates, n_val_records } = statistics;
  const many = n_duplicates > MANY_DUPLICATES * n_val_records;
  return (
    <dl className={styles.list} data-testid="data-statistics">
      <Entry name={t('table.meanLength')}>{meanLength.toFixed(2)}</Entry>
      {meanLength > 1 && (
        <Entry name={t('table.longestToken')}>
          <span className={styles.file} title={statistics.longest}>
            {statistics.longest}
          </span>
        </Entry>
      )}
      <Entry name={t('table.entropy')} help={t('table.entropyHelp')}>
        {t('table.nats', { value: statistics.unigramEntropy.toFixed(3) })}
      </Entry>
      <Entry name={t(`table.duplicates.${records}`)} help={t('table.duplicatesHelp')}>
        <span className={many ? styles.caution : undefined} data-testid="duplicates">
          {t('table.ofAll', { some: showCount(n_duplicates), all: showCount(n_val_records) })}
        </span>
      </Entry>
    </dl>
  );
}
