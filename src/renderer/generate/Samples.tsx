import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActiveVariant, useProject } from '../stores/project';
import { useRuns } from '../stores/runs';
import { runOfVariant } from '../training/chosenRuns';
import { showCount } from '../training/format';
import { EmptyState } from '../ui/EmptyState';
import { ShownText } from '../ui/ShownText';
import styles from './generate.module.css';

/** What the model in front wrote while it trained, newest first. */
export function Samples() {
  const { t } = useTranslation();
  const variant = useActiveVariant();
  const sample_interval = useProject((state) => state.project?.settings.sample_interval ?? 0);
  const views = useRuns((state) => state.views);
  const shown = useRuns((state) => state.shown);
  const run = variant === null ? null : runOfVariant(views, shown, variant.id);
  const samples = run === null ? [] : run.log.samples.toReversed();
  if (samples.length === 0) {
    return (
      <EmptyState
        icon={ScrollText}
        title={t('generate.samplesTitle')}
        hint={t('generate.samplesHint', { sample_interval })}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable
    <ol className={styles.samples} tabIndex={0} data-testid="samples">
      {samples.map(({ step, text }) => (
        <li key={step} className={styles.sample}>
          <span className={styles.soft}>{t('generate.atStep', { step: showCount(step) })}</span>
          <span className={styles.sampleText}>
            <ShownText text={text} />
          </span>
        </li>
      ))}
    </ol>
  );
}
