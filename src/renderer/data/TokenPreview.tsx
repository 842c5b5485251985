import { SegmentedControl } from '@mantine/core';
import type { DataPreview } from '@shared/contract/calls';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownText } from '../ui/ShownText';
import styles from './data.module.css';
import { tokenHues } from './tokenHue';

/** Tokens drawn: each is an element of its own. */
const MAX_TOKENS = 1200;

/** The first lines, each token in its colour, or as plain text. */
export function TokenPreview({ preview }: { readonly preview: DataPreview }) {
  const { t } = useTranslation();
  const [as, setAs] = useState<'tokens' | 'text'>('tokens');
  return (
    <>
      <SegmentedControl
        aria-label={t('data.preview')}
        value={as}
        data={[
          { value: 'tokens', label: t('data.asTokens') },
          { value: 'text', label: t('data.asText') },
        ]}
        onChange={setAs}
      />
      <section
        className={styles.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable
        tabIndex={0}
        aria-label={t(as === 'tokens' ? 'data.preview' : 'data.previewText')}
        data-testid="data-preview"
      >
        {as === 'tokens' ? <Tokens tokens={preview.tokens} /> : preview.text}
      </section>
    </>
  );
}

function Tokens({ tokens }: { readonly tokens: readonly string[] }) {
  const chips = useMemo(() => {
    const first = tokens.slice(0, MAX_TOKENS);
    const hues = tokenHues(first);
    return first.map((token, place) => ({ token, place, hue: hues[place] ?? 0 }));
  }, [tokens]);
  return chips.map(({ token, place, hue }) => (
    <span key={place}>
      <span className={styles.token} data-hue={hue}>
        <ShownText text={token} />
      </span>
      {token.includes('↵') && <br />}
    </span>
  ));
}
