import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { type Problem, showProblem } from '@shared/contract/problem';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';

interface StartStateProps {
  readonly problem: Problem | null;
  readonly retry: () => void;
}

/** The window before a project is open. */
export function StartState({ problem, retry }: StartStateProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (problem === null) {
    return (
      <Center h="100vh">
        <Stack align="center" gap="sm" role="status">
          <Loader size="sm" />
          <Text c="dimmed">{t('app.loading')}</Text>
        </Stack>
      </Center>
    );
  }
  return (
    <Center h="100vh">
      <Stack align="center" gap="sm" maw={480} role="alert">
        <Title order={2} fz="lg">
          {t('app.startFailed')}
        </Title>
        <Text ta="center">{showProblem(problem, language)}</Text>
        <Button onClick={retry}>{t('app.tryAgain')}</Button>
      </Stack>
    </Center>
  );
}
