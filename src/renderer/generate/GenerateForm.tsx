import { Button, SegmentedControl, Switch, Textarea, Tooltip } from '@mantine/core';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  generate,
  type Strategy,
  setGenerateOptions,
  stopGenerating,
  useGenerate,
} from '../stores/generate';
import { useHasData } from '../stores/learned';
import { useActiveVariant } from '../stores/project';
import { useRuns } from '../stores/runs';
import { runOfVariant } from '../training/chosenRuns';
import { showCount } from '../training/format';
import styles from './generate.module.css';
import { NumberOption } from './NumberOption';
import { type Asking, useAsking } from './useAsking';

/** What to write or to answer, and how the next token is found. */
export function GenerateForm() {
  const asking = useAsking();
  const chosen = useGenerate((state) => state.options.strategy);
  const strategy = chosen ?? (asking.kind === 'source' ? 'greedy' : 'sample');
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <PromptField asking={asking} />
      <Options strategy={strategy} />
      <Buttons strategy={strategy} asking={asking} />
    </form>
  );
}

/** The text to go on from, or the source to answer, with a held-out one at hand. */
function PromptField({ asking }: { readonly asking: Asking }) {
  const { t } = useTranslation();
  const prompt = useGenerate((state) => state.options.prompt);
  const [number, setNumber] = useState(0);
  const isSource = asking.kind === 'source';
  const first = isSource ? asking.example(0) : null;
  const placeholder = first ?? t(isSource ? 'generate.sourceHint' : 'generate.promptPlaceholder');
  const fill = () => {
    setGenerateOptions({ prompt: asking.example(number) ?? '' });
    setNumber(number + 1);
  };
  return (
    <div className={styles.prompt}>
      <Textarea
        className={styles.promptText ?? ''}
        label={isSource ? t('generate.source') : undefined}
        aria-label={t(isSource ? 'generate.source' : 'generate.prompt')}
        placeholder={placeholder}
        data-testid="prompt"
        autosize
        minRows={1}
        maxRows={4}
        value={prompt}
        onChange={(event) => setGenerateOptions({ prompt: event.currentTarget.value })}
      />
      {first !== null && (
        <Tooltip label={t('generate.exampleHelp')}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Dices size={13} />}
            data-testid="generate-example"
            onClick={fill}
          >
            {t('generate.example')}
          </Button>
        </Tooltip>
      )}
    </div>
  );
}

function StrategyChoice({ value }: { readonly value: Strategy }) {
  const { t } = useTranslation();
  const data: { value: Strategy; label: string }[] = [
    { value: 'greedy', label: t('generate.greedy') },
    { value: 'beam', label: t('generate.beam') },
    { value: 'sample', label: t('generate.sample') },
  ];
  return (
    <Tooltip label={t(`generate.${value}Help`)}>
      <SegmentedControl
        aria-label={t('generate.strategy')}
        data-testid="generate-strategy"
        value={value}
        data={data}
        onChange={(strategy) => setGenerateOptions({ strategy })}
      />
    </Tooltip>
  );
}

function Options({ strategy }: { readonly strategy: Strategy }) {
  const { t } = useTranslation();
  const use_cache = useGenerate((state) => state.options.use_cache);
  return (
    <div className={styles.options}>
      <StrategyChoice value={strategy} />
      <NumberOption name="length" help="lengthHelp" field="length" min={1} max={20_000} whole />
      {strategy === 'beam' && (
        <NumberOption name="beams" help="beamsHelp" field="n_beams" min={2} max={16} whole />
      )}
      {strategy === 'sample' && (
        <>
          <NumberOption
            name="temperature"
            help="temperatureHelp"
            field="temperature"
            min={0}
            max={10}
          />
          <NumberOption name="topK" help="topKHelp" field="top_k" min={0} max={1_000_000} whole />
          <NumberOption name="seed" help="seedHelp" field="seed" min={0} max={2 ** 31 - 1} whole />
        </>
      )}
      <Tooltip label={t('generate.cacheHelp')} refProp="rootRef">
        <Switch
          label={t('generate.cache')}
          checked={use_cache}
          onChange={(event) => setGenerateOptions({ use_cache: event.currentTarget.checked })}
        />
      </Tooltip>
    </div>
  );
}

interface ButtonsProps {
  readonly strategy: Strategy;
  readonly asking: Asking;
}

function Buttons({ strategy, asking }: ButtonsProps) {
  const { t } = useTranslation();
  const writing = useGenerate((state) => state.generation?.state === 'writing');
  return (
    <div className={styles.buttons}>
      {writing ? (
        <Button variant="default" data-testid="generate-stop" onClick={() => void stopGenerating()}>
          {t('generate.stop')}
        </Button>
      ) : (
        <WriteButton strategy={strategy} asking={asking} />
      )}
      <ModelName />
    </div>
  );
}

function WriteButton({ strategy, asking: { kind, translates } }: ButtonsProps) {
  const { t } = useTranslation();
  const variant = useActiveVariant();
  const hasData = useHasData();
  const loading = useGenerate((state) => state.loading);
  const why = hasData ? t('generate.labels') : t('generate.needsData');
  const able = hasData && kind !== 'nothing' && variant !== null;
  const answer = translates ? t('generate.translate') : t('generate.answer');
  return (
    <Tooltip label={why} disabled={able}>
      <Button
        data-testid="generate"
        loading={loading}
        data-disabled={!able}
        aria-disabled={!able}
        onClick={() => able && void generate(variant.id, strategy, kind === 'source')}
      >
        {kind === 'source' ? answer : t('generate.write')}
      </Button>
    </Tooltip>
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
