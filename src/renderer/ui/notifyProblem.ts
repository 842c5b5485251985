import { notifications } from '@mantine/notifications';
import type { Problem } from '@shared/contract/problem';
import { currentLanguage } from '../i18n';

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
