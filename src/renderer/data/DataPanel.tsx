import { Button } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import { type Problem, showProblem } from '@shared/contract/problem';
import { shortText, unreadableText } from '@shared/datasets/textProblems';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { openData, openFolder, takeChanged, takeSample, useData } from '../stores/data';
import { useProject } from '../stores/project';
import { EmptyState } from '../ui/EmptyState';
import { DataDetails, DataHead } from './DataDetails';
import styles from './data.module.css';
import { Faults } from './Faults';
import { PasteButton } from './PasteButton';
import { ReadingProgress } from './ReadingProgress';
import { TableRows } from './TableRows';
import { TokenPreview } from './TokenPreview';
import { UploadProgress } from './UploadProgress';

/** The text to train on: where it comes from, how it is read and cut into tokens. */
export function DataPanel() {
  const { t } = useTranslation();
  const { preview, upload, reading, progress } = useData();
  return (
    <div className={styles.panel} data-testid="data-panel" aria-busy={reading}>
      <Sources />
      {upload !== null ? (
        <UploadProgress upload={upload} />
      ) : (
        (reading || progress !== null) && <ReadingProgress progress={progress} />
      )}
      <DataProblem />
      {preview === null && upload === null && !reading && (
        <EmptyState icon={FileText} title={t('data.emptyTitle')} hint={t('data.emptyHint')} />
      )}
      {preview !== null && (
        <>
          <LeftOut preview={preview} />
          <DataHead preview={preview} />
          {preview.table === null ? (
            <TokenPreview preview={preview} />
          ) : (
            <TableRows table={preview.table} />
          )}
          <DataDetails preview={preview} />
        </>
      )}
    </div>
  );
}

function Sources() {
  const { t } = useTranslation();
  const busy = useData(({ upload, reading }) => upload !== null || reading);
  return (
    <>
      <div className={styles.sources}>
        <Button
          size="compact-sm"
          disabled={busy}
          data-testid="open-data"
          onClick={() => void openData()}
        >
          {t('data.open')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          data-testid="open-folder"
          onClick={() => void openFolder()}
        >
          {t('table.openFolder')}
        </Button>
        <PasteButton disabled={busy} />
      </div>
      <div className={styles.sources}>
        <span className={styles.soft}>{t('data.samples')}</span>
        <SampleButton sample="english" label={t('data.sampleEnglish')} disabled={busy} />
        <SampleButton sample="chinese" label={t('data.sampleChinese')} disabled={busy} />
      </div>
    </>
  );
}

interface SampleProps {
  readonly sample: 'english' | 'chinese';
  readonly label: string;
  readonly disabled: boolean;
}

function SampleButton({ sample, label, disabled }: SampleProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={disabled}
      data-testid={`sample-${sample}`}
      onClick={() => void takeSample(sample)}
    >
      {label}
    </Button>
  );
}

function warningsOf(preview: DataPreview, n_ctx: number): Problem[] {
  const { data, table, n_unreadable, n_train_tokens, n_val_tokens } = preview;
  const lengths = { train: n_train_tokens, val: n_val_tokens };
  const short = table === null ? shortText(data.name, lengths, n_ctx) : null;
  return [unreadableText(data.name, n_unreadable), short].filter((warning) => warning !== null);
}

/** Why a text could not be taken, or what to know about the one that was. */
function DataProblem() {
  const language = useLanguage();
  const problem = useData((state) => state.problem);
  const preview = useData((state) => state.preview);
  const n_ctx = useProject(({ project }) => project?.settings.n_ctx ?? 0);
  return (
    <>
      {problem !== null && (
        <div className={styles.problem} role="alert" data-testid="data-problem">
          {showProblem(problem, language)}
        </div>
      )}
      {(preview === null ? [] : warningsOf(preview, n_ctx)).map((warning) => (
        <div
          key={warning.what.en}
          className={styles.warning}
          role="status"
          data-testid="data-warning"
        >
          {showProblem(warning, language)}
        </div>
      ))}
    </>
  );
}

/** Rows and files that could not be used, and a text that is no longer what was opened. */
function LeftOut({ preview }: { readonly preview: DataPreview }) {
  const { t } = useTranslation();
  const { table, skipped, changed } = preview;
  return (
    <>
      {changed && (
        <div className={styles.warning} role="status" data-testid="data-changed">
          {t('table.changed')}
          <Button size="compact-xs" variant="default" onClick={takeChanged}>
            {t('table.takeChanged')}
          </Button>
        </div>
      )}
      <Faults
        testId="table-faults"
        title={t('table.faults', { count: table?.n_faults ?? 0 })}
        problems={table?.faults ?? []}
        count={table?.n_faults ?? 0}
      />
      <Faults
        testId="skipped-files"
        title={t('table.skipped', { count: skipped.length })}
        problems={skipped}
        count={skipped.length}
      />
    </>
  );
}
