import { Button, Center, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface PanelBoundaryProps {
  readonly children: ReactNode;
}

/** A panel that breaks says so in its own place; the rest of the window works on. */
export class PanelBoundary extends Component<PanelBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (this.state.broken) return <Broken show={() => this.setState({ broken: false })} />;
    return this.props.children;
  }
}

function Broken({ show }: { readonly show: () => void }) {
  const { t } = useTranslation();
  return (
    <Center h="100%" p="lg" role="alert">
      <Stack align="center" gap="xs">
        <Text fw={600}>{t('app.crashed')}</Text>
        <Text c="dimmed" ta="center">
          {t('app.crashedHint')}
        </Text>
        <Button variant="default" onClick={show}>
          {t('app.show')}
        </Button>
      </Stack>
    </Center>
  );
}
