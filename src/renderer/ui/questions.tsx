import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';

interface Choice<A> {
  readonly answer: A;
  readonly label: string;
  readonly look: 'filled' | 'default' | 'subtle';
}

/** Asks in a dialog; closing it is the first choice. */
export function askAbout<A>(
  title: string,
  lines: readonly string[],
  choices: readonly [Choice<A>, ...Choice<A>[]],
): Promise<A> {
  return new Promise((resolve) => {
    const id = 'question';
    const settle = (answer: A) => {
      resolve(answer);
      modals.close(id);
    };
    modals.open({
      modalId: id,
      withCloseButton: false,
      onClose: () => resolve(choices[0].answer),
      children: (
        <Stack gap="md">
          <Modal.Title fw={600}>{title}</Modal.Title>
          {lines.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          <Group justify="flex-end" gap="sm">
            {choices.map(({ answer, label, look }) => (
              <Button
                key={label}
                variant={look}
                onClick={() => settle(answer)}
                data-autofocus={look === 'filled' || undefined}
              >
                {label}
              </Button>
            ))}
          </Group>
        </Stack>
      ),
    });
  });
}

/** What to do with unsaved changes before another project is opened. */
export function askToLeave(name: string): Promise<'stay' | 'discard' | 'save'> {
  const { t } = i18next;
  return askAbout(
    t('app.leaveTitle', { name }),
    [t('app.leaveText')],
    [
      { answer: 'stay', label: t('app.cancel'), look: 'subtle' },
      { answer: 'discard', label: t('app.leaveDiscard'), look: 'default' },
      { answer: 'save', label: t('app.leaveSave'), look: 'filled' },
    ],
  );
}

/** What to do when the window is closed with something unsaved or training. */
export function askToClose(state: {
  dirty: boolean;
  training: boolean;
}): Promise<'stay' | 'close' | 'save'> {
  const { t } = i18next;
  const lines = [
    ...(state.dirty ? [t('app.closeDirty')] : []),
    ...(state.training ? [t('app.closeTraining')] : []),
  ];
  const stay = { answer: 'stay', label: t('app.closeStay'), look: 'subtle' } as const;
  if (!state.dirty) {
    return askAbout<'stay' | 'close' | 'save'>(t('app.closeTitle'), lines, [
      stay,
      { answer: 'close', label: t('app.closeStop'), look: 'filled' },
    ]);
  }
  return askAbout<'stay' | 'close' | 'save'>(t('app.closeTitle'), lines, [
    stay,
    { answer: 'close', label: t('app.closeNow'), look: 'default' },
    { answer: 'save', label: t('app.closeSave'), look: 'filled' },
  ]);
}
