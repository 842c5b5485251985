import { Modal } from '@mantine/core';
import { type Problem, ProblemError, showProblem } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { type BpeSteps, openSteps } from '@shared/tokenizers/bpeSteps';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { loadMerges } from '../stores/tokenizer';
import { showCount } from '../training/format';
import { ShownText } from '../ui/ShownText';
import { MergeSlider } from './MergeSlider';
import styles from './merges.module.css';
import { numbered } from './numbered';
import { tokenHues } from './tokenHue';

/** Characters of the sample that is cut anew for each place of the slider. */
const SAMPLE = 600;

interface Props {
  readonly data: Data;
  readonly sample: string;
  onClose(): void;
}

/** A tokenizer's merges one after the other, on the first lines of the text. */
export function MergesDialog({ data, sample, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [steps, setSteps] = useState<BpeSteps | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let gone = false;
    loadMerges(data).then(
      (state) => !gone && setSteps(openSteps(state)),
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        if (!gone) setProblem(error.problem);
      },
    );
    return () => {
      gone = true;
    };
  }, [data]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tokenizer.mergesTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <p className={styles.intro}>{t('tokenizer.mergesIntro')}</p>
      {problem !== null && <p role="alert">{showProblem(problem, language)}</p>}
      {problem === null && steps === null && <p>{t('tokenizer.loading')}</p>}
      {steps !== null && <Steps steps={steps} sample={firstCharacters(sample)} />}
    </Modal>
  );
}

function firstCharacters(text: string): string {
  return text.slice(0, SAMPLE).replace(/[\ud800-\udbff]$/, '');
}

interface StepsProps {
  readonly steps: BpeSteps;
  readonly sample: string;
}

function Steps({ steps, sample }: StepsProps) {
  const [number, setNumber] = useState(() => Math.min(1, steps.n_merges));
  const { t } = useTranslation();
  const { pieces, isNew } = useMemo(() => steps.cut(sample, number), [steps, sample, number]);
  const hues = useMemo(() => tokenHues(pieces), [pieces]);
  const n_characters = [...sample].length;
  const counts = {
    tokens: showCount(pieces.length),
    characters: showCount(n_characters),
    ratio: (n_characters / Math.max(1, pieces.length)).toFixed(2),
  };
  return (
    <div className={styles.steps}>
      <MergeSlider n_merges={steps.n_merges} number={number} onChange={setNumber} />
      <Merge steps={steps} number={number} inSample={isNew.filter(Boolean).length} />
      <p className={styles.counts} data-testid="merge-counts">
        {t('tokenizer.sampleTokens', counts)}
      </p>
      <section
        className={styles.sample}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable
        tabIndex={0}
        aria-label={t('tokenizer.sample')}
        data-testid="merge-sample"
      >
        {numbered(pieces).map(({ place, item }) => (
          <span
            key={place}
            className={styles.token}
            data-hue={hues[place] ?? 0}
            data-new={isNew[place] || undefined}
          >
            <ShownText text={item} />
          </span>
        ))}
      </section>
    </div>
  );
}

interface MergeProps {
  readonly steps: BpeSteps;
  readonly number: number;
  readonly inSample: number;
}

/** What the last of the merges applied joins. */
function Merge({ steps, number, inSample }: MergeProps) {
  const { t } = useTranslation();
  const merge = steps.merge(number);
  if (merge === null) return <p className={styles.merge}>{t('tokenizer.bytesOnly')}</p>;
  const { first, second, made, count } = merge;
  return (
    <p className={styles.merge} role="status" data-testid="merge">
      <span>{t('tokenizer.merge', { number: showCount(number) })}</span>
      <Part text={first} />
      <span>+</span>
      <Part text={second} />
      <span>{t('tokenizer.makes')}</span>
      <Part text={made} />
      <span className={styles.soft}>
        {count !== null && `${t('tokenizer.stood', { count: showCount(count) })} · `}
        {t('tokenizer.inSample', { count: showCount(inSample) })}
      </span>
    </p>
  );
}

function Part({ text }: { readonly text: string }) {
  return (
    <span className={styles.part}>
      <ShownText text={text} />
    </span>
  );
}
