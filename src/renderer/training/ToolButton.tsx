import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  /** Why it cannot be used now; null when it can. Said in place of the hint. */
  readonly reason: string | null;
  /** Its words stand on it, not only in its tooltip. */
  readonly words?: boolean;
  readonly primary?: boolean;
  readonly busy?: boolean;
  readonly testId?: string;
  onClick(): void;
}

/** A button that stays reachable while it cannot be used, so that it can say why. */
export function ToolButton(props: Props) {
  const { label, hint, icon, reason, words = false, primary = false, busy = false } = props;
  const common = {
    'aria-label': label,
    'aria-disabled': reason !== null,
    'data-disabled': reason !== null,
    'data-testid': props.testId ?? '',
    variant: primary ? 'filled' : 'default',
    loading: busy,
    onClick: () => reason === null && props.onClick(),
  };
  const button = words ? (
    <Button size="compact-sm" leftSection={icon} miw={primary ? 96 : 0} {...common}>
      {label}
    </Button>
  ) : (
    <ActionIcon size={26} {...common}>
      {icon}
    </ActionIcon>
  );
  return (
    <Tooltip label={reason ?? hint} multiline maw={320} openDelay={reason === null ? 500 : 150}>
      {button}
    </Tooltip>
  );
}
