import { NativeSelect } from '@mantine/core';
import { type Settings, settingsSchema } from '@shared/contract/project';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { FieldRow } from './FieldRow';

const choices = {
  optimizer: settingsSchema.shape.optimizer.unwrap().options,
  schedule: settingsSchema.shape.schedule.unwrap().options,
} as const;
const defaults = settingsSchema.parse({});

interface Props<K extends keyof typeof choices> {
  readonly field: K;
  readonly value: Settings[K];
}

/** A setting that is one of a few words. */
export function ChoiceSetting<K extends keyof typeof choices>({ field, value }: Props<K>) {
  const { t } = useTranslation();
  const setSettings = useProject((state) => state.setSettings);
  const options = choices[field].map((option) => ({
    value: option,
    label: t(`training.choice.${option}`),
  }));
  const initial = defaults[field];
  return (
    <FieldRow
      field={field}
      help={t(`training.help.${field}`)}
      message={null}
      faulty={false}
      initial={value === initial ? null : t(`training.choice.${initial}`)}
      reset={() => setSettings({ [field]: initial })}
    >
      <NativeSelect
        id={`setting-${field}`}
        size="xs"
        data={options}
        value={value}
        onChange={(event) => setSettings({ [field]: event.currentTarget.value })}
      />
    </FieldRow>
  );
}
