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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what the page answers
  return useMemo(() => {
    const css = getComputedStyle(document.documentElement);
    return { label: css.getPropertyValue('--soft-ink'), hatch: css.getPropertyValue('--line') };
  }, [theme]);
}
