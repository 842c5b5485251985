import { notifications } from '@mantine/notifications';
import type { Language, Text } from '@shared/contract/problem';
import type { Project, Settings } from '@shared/contract/project';
import { findTask } from '@shared/datasets/registry';
import { emptyDrawing } from '@shared/graph/document';
import { type TemplateId, templates } from '@shared/graph/templates';
import { objectiveByType } from '@shared/objectives/registry';
import i18next from 'i18next';
import { changedSettings, listed } from '../compare/differences';
import { currentLanguage } from '../i18n';
import { learnedNow } from '../stores/learned';
import { useProject } from '../stores/project';
import { askAbout } from '../ui/questions';
import { startFrom } from './editing';
import { begunFrom, changeFor, drawnFor, fitsNow, withDrawing } from './templateFit';

/** Begins anew from a template. One that what the project learns does not fit asks first what to learn instead. */
export async function startTemplate(id: TemplateId): Promise<void> {
  const { project, n_vocab } = useProject.getState();
  if (project === null) return;
  const learned = learnedNow();
  if (fitsNow(id, project.settings.objective, learned)) {
    begin(id, (now) => begunFrom(now, id, n_vocab));
    return;
  }
  const change = changeFor(id, learned);
  const answer = await askTemplate(id, change.objective, change.task);
  if (answer === 'only') startFrom((now) => withDrawing(now, drawnFor(id, learnedNow())));
  if (answer === 'change') begin(id, (now) => begunFrom(change.apply(now), id, n_vocab));
}

export function startEmpty(): void {
  startFrom((now) => withDrawing(now, emptyDrawing));
}

const NOTICE = 'recipe';

/** Begins, and says which settings came with the drawing, and which went back. */
function begin(id: TemplateId, begun: (project: Project) => Project): void {
  const { t } = i18next;
  const before = useProject.getState().project;
  startFrom(begun);
  const after = useProject.getState().project;
  if (before === null || after === null) return;
  const language = currentLanguage();
  const message = recipeWords(before.settings, after, language);
  // One at a time: undo brings back what was before the last.
  notifications.hide(NOTICE);
  if (message === '') return;
  notifications.show({
    id: NOTICE,
    title: t('task.recipeTitle', { template: templates[id].title[language] }),
    message,
    autoClose: 12_000,
  });
}

function recipeWords(before: Settings, { settings, recipe }: Project, language: Language): string {
  const { t } = i18next;
  const changed = changedSettings(before, settings).filter((name) => name !== 'objective');
  const words = (names: typeof changed) =>
    listed(
      names.map((name) => `${name} ${settings[name]}`),
      language,
    );
  const isOwn = (name: keyof Settings) => recipe !== undefined && name in recipe.set;
  const [own, back] = [changed.filter(isOwn), changed.filter((name) => !isOwn(name))];
  const sentences = [
    ...(own.length > 0 ? [t('task.recipe', { settings: words(own) })] : []),
    ...(back.length > 0 ? [t('task.recipeOver', { settings: words(back) })] : []),
  ];
  return sentences.length === 0 ? '' : [...sentences, t('task.recipeUndo')].join(' ');
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
