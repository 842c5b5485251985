import { useMemo } from 'react';
import { ShownText } from '../ui/ShownText';
import styles from './data.module.css';
import { numbered } from './numbered';
import { tokenHues } from './tokenHue';

interface Props {
  readonly tokens: readonly string[];
  /** With gaps between them: without, they read as the text they are of. */
  readonly apart?: boolean;
}

/** Tokens, each in its colour. */
export function Chips({ tokens, apart = false }: Props) {
  const hues = useMemo(() => tokenHues(tokens), [tokens]);
  return numbered(tokens).map(({ place, item: token }) => (
    <span key={place} className={apart ? styles.chip : styles.token} data-hue={hues[place] ?? 0}>
      <ShownText text={token} />
    </span>
  ));
}
