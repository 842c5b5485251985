import { showProblem } from '@shared/contract/problem';
import type { Variant } from '@shared/contract/project';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { compiledOf } from '../stores/compiled';
import { useData } from '../stores/data';
import { useFirstFault } from '../stores/faultyFields';
import { useHasData, useLearned } from '../stores/learned';
import { useProject } from '../stores/project';
import { useRuns } from '../stores/runs';

/** Why these variants cannot be trained now, as a sentence; null when they can. */
export function useReadiness(variants: readonly Variant[]): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = useProject((state) => state.project);
  const readOnly = useProject((state) => state.readOnly);
  const hasData = useHasData();
  const { sizes, problem: unfit } = useLearned();
  const reading = useData((state) => state.reading || state.upload !== null);
  const fault = useFirstFault();
  const starting = useRuns((state) => state.starting);
  const ids = variants.map(({ id }) => id);
  const training = useRuns(({ views }) =>
    Object.values(views).some(({ run, live }) => live === 'training' && ids.includes(run.variant)),
  );
  if (project === null) return t('training.noProject');
  if (readOnly) return t('training.readOnly');
  if (reading && project.task == null) return t('training.readingData');
  if (!hasData) return t('training.noData');
  if (fault !== null) return fault;
  if (unfit !== null) return showProblem(unfit, language);
  for (const { drawing } of variants) {
    const [problem] = compiledOf(drawing, sizes).problems;
    if (problem !== undefined) return showProblem(problem, language);
  }
  if (starting) return t('training.starting');
  if (training)
    return t('training.isTraining', { name: variants.map(({ name }) => name).join(', ') });
  return null;
}
