import type { Text } from '@shared/contract/problem';
import { findTask } from '@shared/datasets/registry';
import { type TemplateId, templates } from '@shared/graph/templates';
import { objectiveByType } from '@shared/objectives/registry';
import i18next from 'i18next';
import { currentLanguage } from '../i18n';
import { learnedNow } from '../stores/learned';
import { useProject } from '../stores/project';
import { askAbout } from '../ui/questions';
import { startFrom } from './editing';
import { changeFor, fitsNow } from './templateFit';

/** Begins anew from a template. One that what the project learns does not fit asks first what to learn instead. */
export async function startTemplate(id: TemplateId): Promise<void> {
  const { project, edit } = useProject.getState();
  if (project === null) return;
  const learned = learnedNow();
  if (!fitsNow(id, project.settings.objective, learned)) {
    const change = changeFor(id, learned);
    const answer = await askTemplate(id, change.objective, change.task);
    if (answer === 'stay') return;
    if (answer === 'change') edit(change.apply);
  }
  startFrom(id);
}

function askTemplate(id: TemplateId, objective: Text, task: Text | null) {
  const { t } = i18next;
  const language = currentLanguage();
  const { project } = useProject.getState();
  const now = objectiveByType.get(project?.settings.objective ?? '')?.title;
  const learns = project?.task ? findTask(project.task.type).title[language] : project?.data?.name;
  const names = { template: templates[id].title[language], objective: objective[language] };
  const change =
    task === null
      ? t('task.templateSwitch', names)
      : t('task.templateTask', { ...names, task: task[language] });
  return askAbout<'stay' | 'only' | 'change'>(
    t('task.templateTitle', names),
    [t('task.templateNow', { objective: now?.[language] ?? '?', data: learns ?? '–' })],
    [
      { answer: 'stay', label: t('task.templateCancel'), look: 'subtle' },
      { answer: 'only', label: t('task.templateOnly'), look: 'default' },
      { answer: 'change', label: change, look: 'filled' },
    ],
  );
}
