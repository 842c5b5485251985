import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import type { Table } from '@shared/contract/project';
import { useTranslation } from 'react-i18next';
import { readAgain, useData } from '../stores/data';
import styles from './data.module.css';
import { plainTable, withHeader, withUse } from './tableChanges';

const uses = ['pair', 'label', 'text'] as const;
const delimiters = [',', '\t', ';', '|'] as const;
const delimiterNames = { ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'bar' } as const;

/** How the rows of a table are used: as what, and from which columns. */
export function TableChoice({ preview }: { readonly preview: DataPreview }) {
  const { data, table: shown } = preview;
  const { t } = useTranslation();
  const reading = useData((state) => state.reading);
  const change = (next: Table | null) => void readAgain({ table: next });
  const asTable = (
    <Checkbox
      size="xs"
      label={t('table.asTable')}
      data-testid="as-table"
      disabled={reading}
      checked={shown !== null}
      onChange={(event) => change(event.currentTarget.checked ? plainTable(data.name) : null)}
    />
  );
  if (!data.table || shown === null) return asTable;
  const { table } = data;
  return (
    <div className={styles.table} data-testid="table-choice">
      {asTable}
      <div className={styles.choice}>
        <span>{t('table.useHere')}</span>
        <SegmentedControl
          aria-label={t('table.useHere')}
          disabled={reading}
          value={table.use}
          data={uses.map((value) => ({
            value,
            label: t(`table.use.${value}`),
            disabled: value !== 'text' && shown.columns.length < 2,
          }))}
          onChange={(use) => change(withUse(table, use, shown.columns))}
        />
        <span className={styles.soft}>{t(`table.useHelp.${table.use}`)}</span>
      </div>
      <Columns table={table} columns={shown.columns} disabled={reading} onChange={change} />
      {table.format === 'csv' && <Form table={table} disabled={reading} onChange={change} />}
    </div>
  );
}

interface Props {
  readonly table: Table;
  readonly disabled: boolean;
  onChange(table: Table): void;
}

function Columns({ table, columns, disabled, onChange }: Props & { columns: readonly string[] }) {
  const { t } = useTranslation();
  const names = {
    pair: { input: t('table.source'), output: t('table.target') },
    label: { input: t('table.text'), output: t('table.label') },
    text: { input: t('table.text'), output: '' },
  }[table.use];
  const fields = table.use === 'text' ? (['input'] as const) : (['input', 'output'] as const);
  return (
    <div className={styles.columns}>
      {fields.map((field) => (
        <NativeSelect
          key={field}
          size="xs"
          label={names[field]}
          data-testid={`column-${field}`}
          disabled={disabled}
          data={[...columns]}
          value={table[field]}
          onChange={(event) => onChange({ ...table, [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}

function Form({ table, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.columns}>
      <NativeSelect
        size="xs"
        label={t('table.delimiter')}
        data-testid="delimiter"
        disabled={disabled}
        data={delimiters.map((value) => ({
          value,
          label: t(`table.delimiters.${delimiterNames[value]}`),
        }))}
        value={table.delimiter}
        onChange={(event) => {
          const delimiter = event.currentTarget.value;
          onChange({ ...withHeader(table, table.header), delimiter });
        }}
      />
      <Checkbox
        size="xs"
        label={t('table.header')}
        data-testid="header"
        disabled={disabled}
        checked={table.header}
        onChange={(event) => onChange(withHeader(table, event.currentTarget.checked))}
      />
    </div>
  );
}
