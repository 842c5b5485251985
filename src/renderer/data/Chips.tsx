import { useMemo } from 'react';
import { ShownText } from '../ui/ShownText';
import styles from './data.module.css';
import { numbered } from './numbered';
import { tokenHues } from './tokenHue';

/** Tokens, each in its colour. */
export function Chips({ tokens }: { readonly tokens: readonly string[] }) {
  const hues = useMemo(() => tokenHues(tokens), [tokens]);
  return numbered(tokens).map(({ place, item: token }) => (
    <span key={place} className={styles.token} data-hue={hues[place] ?? 0}>
      <ShownText text={token} />
    </span>
  ));
}
