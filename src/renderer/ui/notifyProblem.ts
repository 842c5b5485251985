import { notifications } from '@mantine/notifications';
import type { Language, Problem } from '@shared/contract/problem';
import i18next from 'i18next';

/** The language that the window is in, outside of components. */
export function currentLanguage(): Language {
  return i18next.language?.startsWith('zh') ? 'zh' : 'en';
}

/** Shows a problem that belongs to no place on the screen, such as a file that cannot be read. */
export function notifyProblem(problem: Problem): void {
  const language = currentLanguage();
  const space = language === 'zh' ? '' : ' ';
  notifications.show({
    color: 'red',
    title: problem.where[language],
    message: `${problem.what[language]}${space}${problem.fix[language]}`,
    autoClose: 12_000,
  });
}
