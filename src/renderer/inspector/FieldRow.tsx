import { ActionIcon, Select, Switch, TextInput } from '@mantine/core';
import type { Problem } from '@shared/contract/problem';
import type { ParamValue } from '@shared/contract/project';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RepairButton } from '../canvas/Callout';
import { useLanguage, useText } from '../i18n';
import { NumberField } from '../ui/NumberField';
import { type Field, stepOf } from './fields';
import classes from './Inspector.module.css';

interface FieldRowProps {
  readonly field: Field;
  readonly value: ParamValue;
  readonly problem: Problem | null;
  readonly onChange: (value: ParamValue) => void;
}

function Control({
  field,
  value,
  problem,
  onChange,
  describedBy,
}: FieldRowProps & { readonly describedBy: string }) {
  const { name } = field;
  const shared = {
    'aria-label': name,
    'aria-describedby': describedBy,
    'data-testid': `param-${name}`,
  };
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...field.values]}
          value={typeof value === 'string' ? value : null}
          error={problem !== null}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
          comboboxProps={{ shadow: 'md' }}
        />
      );
    case 'number':
      return (
        <NumberField
          label={name}
          describedBy={describedBy}
          testId={`param-${name}`}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          min={field.min}
          max={field.max}
          step={stepOf(field)}
          integer={field.integer}
          nullable={field.nullable}
          placeholder={field.nullable ? '–' : ''}
          invalid={problem !== null}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shared}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** A param: its name, its control, what it does, and what is wrong with it. */
export function FieldRow(props: FieldRowProps) {
  const { field, value, problem, onChange } = props;
  const language = useLanguage();
  const { t } = useTranslation();
  const text = useText();
  const help = useId();
  const changed = value !== field.default;
  const standard = field.default === null ? '–' : String(field.default);
  return (
    <div className={classes.field}>
      <div className={classes.fieldRow}>
        <span className={classes.param}>{field.name}</span>
        <ActionIcon
          size={18}
          className={classes.reset ?? ''}
          data-shown={changed || undefined}
          tabIndex={changed ? 0 : -1}
          aria-hidden={!changed}
          aria-label={t('inspector.reset', { value: standard })}
          title={t('inspector.reset', { value: standard })}
          onClick={() => onChange(field.default)}
        >
          <RotateCcw size={11} />
        </ActionIcon>
        <div className={classes.control}>
          <Control {...props} describedBy={help} />
        </div>
      </div>
      <div id={help}>
        {problem && (
          <div className={classes.error}>
            {problem.what[language]}
            {language === 'zh' ? '' : ' '}
            {problem.fix[language]}
            <RepairButton target={problem.target} />
          </div>
        )}
        {field.help && <div className={classes.help}>{text(field.help)}</div>}
      </div>
    </div>
  );
}
