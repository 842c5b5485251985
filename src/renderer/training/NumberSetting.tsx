import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showCount } from '../i18n';
import { setFaulty } from '../stores/faultyFields';
import { useProject } from '../stores/project';
import { FieldRow } from './FieldRow';
import { type FieldRange, type NumberField, rangeOf, readNumber, stepped } from './fields';

interface Props {
  readonly field: NumberField;
  readonly value: number;
  /** Why it does not count now; null when it does. */
  readonly idle?: string | null;
  /** Something odd, though allowed. */
  readonly note?: string | null;
}

/** A number of the settings: takes `3e-4`, says what is wrong in a sentence, and keeps the last sound value. */
export function NumberSetting({ field, value, idle = null, note = null }: Props) {
  const { t } = useTranslation();
  const setSettings = useProject((state) => state.setSettings);
  const [typed, setTyped] = useState<string | null>(null);
  const range = rangeOf(field);
  const fault = useFault(field, typed, range);
  useEffect(() => {
    setFaulty(field, fault);
    return () => setFaulty(field, null);
  }, [field, fault]);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    // Somebody else set it: what was typed in vain is over.
    setSeen(value);
    if (fault !== null) setTyped(null);
  }
  const set = (next: number) => setSettings({ [field]: next });
  const type = (text: string) => {
    setTyped(text);
    const read = readNumber(text, range);
    if (typeof read === 'number' && read !== value) set(read);
  };
  const arrows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setTyped(null);
    set(stepped(value, event.key === 'ArrowUp' ? 1 : -1, range));
  };
  const message = fault ?? idle ?? note;
  return (
    <FieldRow
      field={field}
      help={t(`training.help.${field}`)}
      message={message}
      faulty={fault !== null}
      initial={value === range.default ? null : showPlain(range.default)}
      reset={() => {
        setTyped(null);
        set(range.default);
      }}
    >
      <TextInput
        id={`setting-${field}`}
        inputMode="decimal"
        value={typed ?? showPlain(value)}
        error={fault !== null}
        disabled={idle !== null}
        aria-describedby={message === null ? '' : `setting-${field}-message`}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={arrows}
        onBlur={() => fault === null && setTyped(null)}
      />
    </FieldRow>
  );
}

function useFault(field: NumberField, typed: string | null, range: FieldRange): string | null {
  const { t } = useTranslation();
  if (typed === null) return null;
  const read = readNumber(typed, range);
  if (typeof read === 'number') return null;
  const bounds = { min: showBound(range.min), max: showBound(range.max) };
  const use = t(range.above ? 'training.useAbove' : 'training.useFrom', bounds);
  const kind = typed.trim() === '' ? 'isEmpty' : read;
  return t(`training.${kind}`, { field, value: typed.trim(), use });
}

/** `1,000,000`, but `0.001` and `1e-8` as they are typed. */
function showBound(value: number): string {
  return Number.isInteger(value) ? showCount(value) : showPlain(value);
}

/** As one would type it: `1000`, `0.001`, `1e-8`. */
function showPlain(value: number): string {
  return String(value);
}
