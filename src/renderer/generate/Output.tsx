import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Check, Copy, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useGenerate } from '../stores/generate';
import { useHasData } from '../stores/learned';
import { showCompact } from '../training/format';
import { EmptyState } from '../ui/EmptyState';
import styles from './generate.module.css';
import type { Generation } from './generation';

/** The text as it is written, the prompt before it. */
export function Output() {
  const { t } = useTranslation();
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
  return (
    <>
      <Status generation={generation} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable */}
      <section className={styles.text} tabIndex={0} aria-label={t('generate.output')}>
        <span className={styles.soft}>{generation.prompt}</span>
        <span data-testid="generated">{generation.text}</span>
        {generation.state === 'writing' && <span className={styles.caret} />}
      </section>
    </>
  );
}

function Status({ generation }: { readonly generation: Generation }) {
  const { t } = useTranslation();
  const length = useGenerate((state) => state.options.length);
  const { state, n_tokens, tokens_per_second, prompt, text } = generation;
  return (
    <div className={styles.status} data-testid="generate-status" data-state={state}>
      <span>{t('generate.tokens', { count: n_tokens, length })}</span>
      <span>{t('generate.speed', { speed: showCompact(tokens_per_second) })}</span>
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
