import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

/** The colours that a canvas is painted with, which cannot read CSS variables by itself. */
export interface Inks {
  readonly label: string;
  readonly hatch: string;
}

/** Read from the page once per theme. */
export function useInks(): Inks {
  const theme = useComputedColorScheme();
  return useMemo(() => inksOf(theme), [theme]);
}

/** What the page answers hangs on the theme that stands. */
function inksOf(_theme: string): Inks {
  const css = getComputedStyle(document.documentElement);
  return { label: css.getPropertyValue('--soft-ink'), hatch: css.getPropertyValue('--line') };
}
