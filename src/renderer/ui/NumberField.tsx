import { NumberInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface NumberFieldProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** For those who hear the window. */
  readonly label: string;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly step?: number;
  readonly integer?: boolean;
  /** Empty is a value. */
  readonly nullable?: boolean;
  readonly placeholder?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly testId?: string;
  readonly title?: string;
  /** Class of a field without a frame and arrows of its own. */
  readonly bare?: string;
}

/** A number is taken this long after the last key, so that 128 does not pass through 1 and 12. */
const settleMs = 350;

const bareLook = (input: string) =>
  ({ variant: 'unstyled', size: 'xs', hideControls: true, classNames: { input } }) as const;

/** A field for one number. What is typed counts after a short rest, on Enter, or when the field is left. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, nullable = false, integer = false } = props;
  const [draft, setDraft] = useState<number | string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = (typed: number | string) => {
    clearTimeout(timer.current);
    setDraft(null);
    if (typeof typed === 'number') {
      if (typed !== value) onChange(typed);
    } else if (typed === '' && nullable && value !== null) onChange(null);
  };
  const type = (typed: number | string) => {
    setDraft(typed);
    clearTimeout(timer.current);
    if (typed !== '' || nullable) timer.current = setTimeout(() => settle(typed), settleMs);
  };

  return (
    <NumberInput
      value={draft ?? value ?? ''}
      onChange={type}
      onBlur={() => draft !== null && settle(draft)}
      onKeyDown={(event) => event.key === 'Enter' && draft !== null && settle(draft)}
      {...(props.min == null ? {} : { min: props.min })}
      {...(props.max == null ? {} : { max: props.max })}
      step={props.step ?? 1}
      clampBehavior="none"
      allowDecimal={!integer}
      error={props.invalid ?? false}
      placeholder={props.placeholder ?? ''}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      data-testid={props.testId}
      title={props.title}
      {...(props.bare === undefined ? {} : bareLook(props.bare))}
    />
  );
}
