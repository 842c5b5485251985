import { ActionIcon, Slider } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showCount } from '../training/format';
import { NumberField } from '../ui/NumberField';
import styles from './merges.module.css';

interface Props {
  readonly n_merges: number;
  /** How many merges are applied: 0 … n_merges. */
  readonly number: number;
  onChange(number: number): void;
}

/** How many merges are applied: by slider, one by one, or by number. */
export function MergeSlider({ n_merges, number, onChange }: Props) {
  const { t } = useTranslation();
  const go = (to: number) => onChange(Math.max(0, Math.min(n_merges, to)));
  return (
    <div className={styles.slider}>
      <ActionIcon
        aria-label={t('tokenizer.before')}
        disabled={number === 0}
        onClick={() => go(number - 1)}
      >
        <ChevronLeft size={14} />
      </ActionIcon>
      <Slider
        className={styles.track ?? ''}
        data-testid="merge-slider"
        thumbLabel={t('tokenizer.mergeNumber')}
        label={null}
        min={0}
        max={Math.max(1, n_merges)}
        value={number}
        onChange={go}
      />
      <ActionIcon
        aria-label={t('tokenizer.after')}
        disabled={number >= n_merges}
        data-testid="next-merge"
        onClick={() => go(number + 1)}
      >
        <ChevronRight size={14} />
      </ActionIcon>
      <div className={styles.number}>
        <NumberField
          label={t('tokenizer.mergeNumber')}
          testId="merge-number"
          value={number}
          onChange={(to) => to !== null && go(to)}
          min={0}
          max={n_merges}
          integer
        />
      </div>
      <span className={styles.soft}>{t('tokenizer.ofMerges', { count: showCount(n_merges) })}</span>
    </div>
  );
}
