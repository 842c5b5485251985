import { NativeSelect } from '@mantine/core';
import { textSchema } from '@shared/contract/problem';
import type { Data } from '@shared/contract/project';
import { type Split, splits } from '@shared/tokenizers/preTokens';
import type { AnyTokenizerKind } from '@shared/tokenizers/tokenizer';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { type Field, fieldsOf } from '../inspector/fields';
import { useData } from '../stores/data';
import { setTokenizerParam } from '../stores/tokenizer';
import { NumberField } from '../ui/NumberField';
import styles from './data.module.css';

type Params = NonNullable<Data['tokenizerParams']>;

interface Props {
  readonly kind: AnyTokenizerKind;
  readonly params: Params;
}

/** What can be set of a tokenizer, as it describes it itself. */
export function TokenizerParams({ kind, params }: Props) {
  return fieldsOf(kind.params).map((field) => (
    <ParamRow key={field.name} kind={kind} params={params} field={field} />
  ));
}

function ParamRow({ kind, params, field }: Props & { readonly field: Field }) {
  const show = useText();
  const help = useId();
  const name = textSchema.safeParse(kind.params.shape[field.name]?.meta()?.name);
  const label = name.success ? show(name.data) : field.name;
  return (
    <div className={styles.param}>
      <div className={styles.paramRow}>
        <span>{label}</span>
        <ParamControl field={field} params={params} label={label} describedBy={help} />
      </div>
      {field.help !== null && (
        <span id={help} className={styles.soft}>
          {show(field.help)}
        </span>
      )}
    </div>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly params: Params;
  readonly label: string;
  readonly describedBy: string;
}

function ParamControl({ field, params, label, describedBy }: ControlProps) {
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  const value = params[field.name] ?? field.default;
  const set = (to: string | number) => void setTokenizerParam(params, field.name, to);
  const testId = `tokenizer-${field.name}`;
  if (field.kind === 'number') {
    return (
      <NumberField
        label={label}
        describedBy={describedBy}
        testId={testId}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => number !== null && set(number)}
        min={field.min}
        max={field.max}
        step={256}
        integer
      />
    );
  }
  const values = field.kind === 'choice' ? field.values : [];
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      aria-describedby={describedBy}
      data-testid={testId}
      disabled={reading}
      data={values.map((each) => ({
        value: each,
        label: isSplit(each) ? t(`tokenizer.splits.${each}`) : each,
      }))}
      value={String(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function isSplit(value: string): value is Split {
  return splits.some((each) => each === value);
}
