import { Button } from '@mantine/core';
import { showProblem } from '@shared/contract/problem';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { openData, takeSample, useData } from '../stores/data';
import { EmptyState } from '../ui/EmptyState';
import { DataDetails } from './DataDetails';
import styles from './data.module.css';
import { PasteButton } from './PasteButton';
import { TokenPreview } from './TokenPreview';
import { UploadProgress } from './UploadProgress';

/** The text to train on: where it comes from, how it is read and cut into tokens. */
export function DataPanel() {
  const { t } = useTranslation();
  const { preview, upload, reading } = useData();
  return (
    <div className={styles.panel} data-testid="data-panel" aria-busy={reading}>
      <Sources />
      {upload !== null ? (
        <UploadProgress upload={upload} />
      ) : (
        reading && <p className={styles.soft}>{t('data.reading')}</p>
      )}
      <DataProblem />
      {preview === null && upload === null && !reading && (
        <EmptyState icon={FileText} title={t('data.emptyTitle')} hint={t('data.emptyHint')} />
      )}
      {preview !== null && (
        <>
          <DataDetails preview={preview} />
          <TokenPreview preview={preview} />
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

/** Why a text could not be taken, or what to know about the one that was. */
function DataProblem() {
  const language = useLanguage();
  const problem = useData((state) => state.problem);
  const warning = useData((state) => state.preview?.warning ?? null);
  return (
    <>
      {problem !== null && (
        <div className={styles.problem} role="alert" data-testid="data-problem">
          {showProblem(problem, language)}
        </div>
      )}
      {warning !== null && (
        <div className={styles.warning} role="status" data-testid="data-warning">
          {showProblem(warning, language)}
        </div>
      )}
    </>
  );
}
