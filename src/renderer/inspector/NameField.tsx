import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Inspector.module.css';

interface NameFieldProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
}

/** A title that can be written over; left empty it goes back to the block's own. */
export function NameField({ name, onRename }: NameFieldProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    if (draft !== null && draft.trim() !== name) onRename(draft.trim());
    setDraft(null);
  };
  return (
    <input
      className={classes.name}
      value={draft ?? name}
      maxLength={80}
      aria-label={t('inspector.name')}
      title={t('inspector.rename')}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(null);
      }}
      data-testid="node-name"
    />
  );
}
