import { NumberInput, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setGenerateOptions, useGenerate } from '../stores/generate';
import styles from './generate.module.css';

interface Props {
  readonly name: 'length' | 'temperature' | 'topK' | 'seed' | 'beams';
  readonly help: 'lengthHelp' | 'temperatureHelp' | 'topKHelp' | 'seedHelp' | 'beamsHelp';
  readonly field: 'length' | 'temperature' | 'top_k' | 'seed' | 'n_beams';
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** One number of the request, with its help. */
export function NumberOption({ name, help, field, min, max, whole = false }: Props) {
  const { t } = useTranslation();
  const value = useGenerate((state) => state.options[field]);
  const id = `generate-${field}`;
  return (
    <Tooltip label={t(`generate.${help}`)}>
      <div className={styles.option}>
        <label htmlFor={id}>{t(`generate.${name}`)}</label>
        <NumberInput
          id={id}
          value={value}
          min={min}
          max={max}
          step={whole ? 1 : 0.1}
          allowDecimal={!whole}
          allowNegative={false}
          clampBehavior="blur"
          hideControls
          onChange={(next) => {
            if (typeof next === 'number' && next >= min && next <= max) {
              setGenerateOptions({ [field]: next });
            }
          }}
        />
      </div>
    </Tooltip>
  );
}
