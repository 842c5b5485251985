import { SegmentedControl } from '@mantine/core';
import type { Dataset } from '@shared/datasets/dataset';
import type { Example } from '@shared/tensor/batch';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { Chips } from './Chips';
import styles from './data.module.css';

const N_SHOWN = 8;
/** Tokens of one line: each is an element of its own. */
const MAX_TOKENS = 200;

type Part = 'train' | 'val';

/** The first examples that a run will see, and some of those that it never trains on. */
export function TaskExamples({ dataset }: { readonly dataset: Dataset }) {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>('train');
  const seed = useProject((state) => state.project?.settings.seed ?? 1);
  const examples = useMemo(
    () =>
      Array.from({ length: N_SHOWN }, (_, place) => ({
        place,
        example: part === 'train' ? dataset.train(seed, place) : dataset.val(place),
      })),
    [dataset, part, seed],
  );
  return (
    <>
      <SegmentedControl
        aria-label={t('task.examples')}
        value={part}
        data={[
          { value: 'train', label: t('task.trainExamples') },
          { value: 'val', label: t('task.valExamples') },
        ]}
        onChange={setPart}
      />
      <ol
        className={styles.examples}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable
        tabIndex={0}
        aria-label={t('task.examples')}
        data-testid="task-examples"
      >
        {examples.map(({ place, example }) => (
          <li key={place}>
            <ExampleLine dataset={dataset} example={example} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface LineProps {
  readonly dataset: Dataset;
  readonly example: Example;
}

/** `source → tokens → labels`, as far as the example has them. */
function ExampleLine({ dataset: { tokenizer }, example: { source, tokens, labels } }: LineProps) {
  const parts = [
    ...(source ? [{ name: 'source', pieces: tokenizer.pieces(source) }] : []),
    ...(tokens ? [{ name: 'tokens', pieces: tokenizer.pieces(tokens) }] : []),
    ...(labels ? [{ name: 'labels', pieces: [...labels].map(showLabel) }] : []),
  ];
  return parts.map(({ name, pieces }, place) => (
    <span key={name} className={styles.part} data-part={name}>
      {place > 0 && <span className={styles.arrow}>→ </span>}
      <Chips tokens={pieces.slice(0, MAX_TOKENS)} apart />
    </span>
  ));
}

/** A place without a label is not asked about. */
const showLabel = (label: number) => (label < 0 ? '·' : String(label));
