import { Button, Switch, Textarea, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { generate, setGenerateOptions, stopGenerating, useGenerate } from '../stores/generate';
import { useHasData } from '../stores/learned';
import { useActiveVariant } from '../stores/project';
import { useRuns } from '../stores/runs';
import { runOfVariant } from '../training/chosenRuns';
import { showCount } from '../training/format';
import styles from './generate.module.css';
import { NumberOption } from './NumberOption';

/** What to write, and how freely. */
export function GenerateForm() {
  const { t } = useTranslation();
  const options = useGenerate((state) => state.options);
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Textarea
        aria-label={t('generate.prompt')}
        placeholder={t('generate.promptPlaceholder')}
        data-testid="prompt"
        autosize
        minRows={1}
        maxRows={4}
        value={options.prompt}
        onChange={(event) => setGenerateOptions({ prompt: event.currentTarget.value })}
      />
      <div className={styles.options}>
        <NumberOption name="length" help="lengthHelp" field="length" min={1} max={20_000} whole />
        <NumberOption
          name="temperature"
          help="temperatureHelp"
          field="temperature"
          min={0}
          max={10}
        />
        <NumberOption name="topK" help="topKHelp" field="top_k" min={0} max={1_000_000} whole />
        <NumberOption name="seed" help="seedHelp" field="seed" min={0} max={2 ** 31 - 1} whole />
        <Tooltip label={t('generate.cacheHelp')} refProp="rootRef">
          <Switch
            label={t('generate.cache')}
            checked={options.use_cache}
            onChange={(event) => setGenerateOptions({ use_cache: event.currentTarget.checked })}
          />
        </Tooltip>
      </div>
      <Buttons />
    </form>
  );
}

function Buttons() {
  const { t } = useTranslation();
  const variant = useActiveVariant();
  const hasData = useHasData();
  const loading = useGenerate((state) => state.loading);
  const writing = useGenerate((state) => state.generation?.state === 'writing');
  return (
    <div className={styles.buttons}>
      {writing ? (
        <Button variant="default" data-testid="generate-stop" onClick={() => void stopGenerating()}>
          {t('generate.stop')}
        </Button>
      ) : (
        <Tooltip label={t('generate.needsData')} disabled={hasData}>
          <Button
            data-testid="generate"
            loading={loading}
            data-disabled={!hasData}
            aria-disabled={!hasData}
            onClick={() => hasData && variant !== null && void generate(variant.id)}
          >
            {t('generate.write')}
          </Button>
        </Tooltip>
      )}
      <ModelName />
    </div>
  );
}

/** Which model would write: the newest run of the variant in front, or its untrained drawing. */
function ModelName() {
  const { t } = useTranslation();
  const variant = useActiveVariant();
  const views = useRuns((state) => state.views);
  const shown = useRuns((state) => state.shown);
  if (variant === null) return null;
  const run = runOfVariant(views, shown, variant.id);
  const { name } = variant;
  return (
    <span className={styles.soft} data-testid="generate-model">
      {run === null
        ? t('generate.modelUntrained', { name })
        : t('generate.modelTrained', { name, step: showCount(run.step) })}
    </span>
  );
}
