import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { showProblem } from '@shared/contract/problem';
import { Check, Copy, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { useGenerate } from '../stores/generate';
import { useHasData } from '../stores/learned';
import { useActiveVariant } from '../stores/project';
import { useRuns } from '../stores/runs';
import { runOfVariant } from '../training/chosenRuns';
import { showCompact, showMoment } from '../training/format';
import { EmptyState } from '../ui/EmptyState';
import { ShownText } from '../ui/ShownText';
import styles from './generate.module.css';
import type { Generation } from './generation';

/** The text as it is written, the prompt before it. */
export function Output() {
  const { t } = useTranslation();
  const language = useLanguage();
  const generation = useGenerate((state) => state.generation);
  const hasData = useHasData();
  if (generation === null) {
    return (
      <EmptyState
        icon={PenLine}
        title={t('generate.emptyTitle')}
        hint={t(hasData ? 'generate.emptyHint' : 'generate.needsData')}
      />
    );
  }
  if (generation.problem !== null) {
    return (
      <div className={styles.problem} role="alert" data-testid="generate-problem">
        {showProblem(generation.problem, language)}
      </div>
    );
  }
  return (
    <>
      <Status generation={generation} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable */}
      <section className={styles.text} tabIndex={0} aria-label={t('generate.output')}>
        <span className={styles.soft}>{generation.prompt}</span>
        {generation.answers && <span className={styles.arrow}> → </span>}
        <span data-testid="generated">
          <ShownText text={generation.text} />
        </span>
        {generation.state === 'writing' && <span className={styles.caret} />}
      </section>
    </>
  );
}

/** How the text came out: how likely it was, whether it ended by itself, what of the prompt was not known. */
function Outcome({ generation }: { readonly generation: Generation }) {
  const { t } = useTranslation();
  const { logProbability, ended, n_unknown, answers } = generation;
  if (logProbability === null) return null;
  return (
    <>
      <Tooltip label={t('generate.likelihoodHelp')}>
        <span data-testid="log-probability" data-value={logProbability}>
          {t('generate.likelihood', { value: showLikelihood(logProbability) })}
        </span>
      </Tooltip>
      {answers && <span>{t(ended ? 'generate.ended' : 'generate.notEnded')}</span>}
      {n_unknown > 0 && (
        <span className={styles.failed}>{t('generate.unknown', { count: n_unknown })}</span>
      )}
    </>
  );
}

/** Two digits, however near to 0. */
function showLikelihood(value: number): string {
  const short = Math.abs(value) < 10 ? value.toPrecision(2) : value.toFixed(1);
  return short.replace('-', '−');
}

/** Who wrote, when it is not the model that would write now. */
function OtherAuthor({ run }: { readonly run: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const variant = useActiveVariant();
  const views = useRuns((state) => state.views);
  const shown = useRuns((state) => state.shown);
  const author = views[run];
  const asked = variant === null ? null : runOfVariant(views, shown, variant.id);
  if (author === undefined || author.peek || author.run.id === asked?.run.id) return null;
  const { name, createdAt } = author.run;
  const started = showMoment(createdAt, language);
  return <span data-testid="written-by">{t('generate.writtenBy', { name, started })}</span>;
}

function Status({ generation }: { readonly generation: Generation }) {
  const { t } = useTranslation();
  const length = useGenerate((state) => state.options.length);
  const { state, n_tokens, tokens_per_second, prompt, text, answers } = generation;
  const count = answers
    ? t('generate.answerTokens', { count: n_tokens })
    : t('generate.tokens', { count: n_tokens, length });
  return (
    <div className={styles.status} data-testid="generate-status" data-state={state}>
      <span>{count}</span>
      <span>{t('generate.speed', { speed: showCompact(tokens_per_second) })}</span>
      <Outcome generation={generation} />
      <OtherAuthor run={generation.run} />
      {state === 'stopped' && <span>{t('generate.stopped')}</span>}
      {state === 'failed' && <span className={styles.failed}>{t('generate.failed')}</span>}
      <CopyButton value={prompt + text}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'generate.copied' : 'generate.copy')}>
            <ActionIcon size={20} aria-label={t('generate.copy')} onClick={copy}>
              {copied ? <Check size={13} /> : <Copy size={13} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
