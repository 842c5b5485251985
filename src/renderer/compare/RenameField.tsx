import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly name: string;
  /** The new name; null when it stays as it was. */
  done(name: string | null): void;
}

/** Takes a new name: Enter keeps it, Escape does not. */
export function RenameField({ name, done }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const finish = () => done(typed.trim() === '' || typed === name ? null : typed.trim());
  return (
    <TextInput
      autoFocus
      w={120}
      maxLength={80}
      aria-label={t('compare.renameLabel')}
      value={typed}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') done(null);
      }}
    />
  );
}
