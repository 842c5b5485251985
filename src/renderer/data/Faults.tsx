import { type Problem, showProblem } from '@shared/contract/problem';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import styles from './data.module.css';
import { numbered } from './numbered';

interface Props {
  readonly title: string;
  readonly problems: readonly Problem[];
  /** How many there are in all; the first are listed. */
  readonly count: number;
  readonly testId: string;
}

/** Rows or files that could not be used: the first with their places, the others counted. */
export function Faults({ title, problems, count, testId }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (count === 0) return null;
  const more = count - problems.length;
  return (
    <details className={styles.faults} data-testid={testId} open={count <= 3}>
      <summary>{title}</summary>
      <ul>
        {numbered(problems).map(({ place, item: problem }) => (
          <li key={place} className={styles.fault}>
            {showProblem(problem, language)}
          </li>
        ))}
        {more > 0 && <li className={styles.fault}>{t('table.more', { count: more })}</li>}
      </ul>
    </details>
  );
}
