import { NativeSelect } from '@mantine/core';
import { showProblem } from '@shared/contract/problem';
import { objectiveByType } from '@shared/objectives/registry';
import { useTranslation } from 'react-i18next';
import { useLanguage, useText } from '../i18n';
import { useLearned } from '../stores/learned';
import { setObjective } from '../stores/task';
import { Equation } from '../ui/Equation';
import styles from './settings.module.css';

/** What the data is asked: only objectives that it can answer, and the one that is set. */
export function ObjectiveSetting({ value }: { readonly value: string }) {
  const { t } = useTranslation();
  const text = useText();
  const language = useLanguage();
  const { objectives, problem } = useLearned();
  const chosen = objectiveByType.get(value);
  const fits = objectives.includes(value);
  const options = [...objectiveByType.values()]
    .filter(({ type }) => type === value || objectives.includes(type))
    .map(({ type, title }) => ({
      value: type,
      label: objectives.includes(type) ? text(title) : t('task.unfit', { objective: text(title) }),
    }));
  return (
    <div className={styles.objective} data-testid="objective">
      <label className={styles.objectiveName} htmlFor="setting-objective">
        {t('task.objective')}
      </label>
      <NativeSelect
        id="setting-objective"
        size="xs"
        data={options}
        value={value}
        error={!fits}
        onChange={(event) => setObjective(event.currentTarget.value)}
      />
      {problem !== null && !fits && (
        <p className={styles.fault} role="alert">
          {showProblem(problem, language)}
        </p>
      )}
      {chosen !== undefined && (
        <>
          <p className={styles.note}>{text(chosen.docs.summary)}</p>
          <Equation tex={chosen.docs.equation} />
        </>
      )}
    </div>
  );
}
