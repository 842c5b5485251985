import type { BlockGroup } from '@shared/blocks/block';

/** A colour in the light and in the dark theme. */
export interface Hue {
  readonly light: string;
  readonly dark: string;
}

/** Surfaces, from the ground up, and the ink on them. */
export const surfaces = {
  ground: { light: '#eef0f3', dark: '#101215' },
  canvas: { light: '#f8f9fa', dark: '#15171b' },
  panel: { light: '#ffffff', dark: '#1a1d21' },
  card: { light: '#ffffff', dark: '#22262b' },
  raised: { light: '#f1f3f5', dark: '#2a2e34' },
  line: { light: '#dde1e6', dark: '#30353c' },
  strongLine: { light: '#868e98', dark: '#747d88' },
  ink: { light: '#1c2127', dark: '#e9ecef' },
  softInk: { light: '#57606a', dark: '#a3acb7' },
  wire: { light: '#6f7985', dark: '#8b95a1' },
  accent: { light: '#1b5fc1', dark: '#7fb1f7' },
  fault: { light: '#c02a2a', dark: '#ff8a85' },
  warning: { light: '#8a5a00', dark: '#ebb54d' },
  good: { light: '#1d7a45', dark: '#6fcf97' },
} as const satisfies Record<string, Hue>;

/** One hue per kind of block: palette, canvas, tables and exports all use it. */
export const groupHues: Readonly<Record<BlockGroup, Hue>> = {
  input: { light: '#3c444d', dark: '#d0d6dd' },
  embedding: { light: '#0a756f', dark: '#4fc4bc' },
  position: { light: '#6a48c0', dark: '#b8a2f4' },
  attention: { light: '#925500', dark: '#e9b04c' },
  feedForward: { light: '#1b5fc1', dark: '#7fb1f7' },
  norm: { light: '#5a636d', dark: '#a9b2bd' },
  residual: { light: '#3c444d', dark: '#d0d6dd' },
  head: { light: '#b3285a', dark: '#f48dae' },
};

/**
 * Okabe and Ito's colour-blind-safe hues, one per variant. Orange and sky blue are darkened in the light theme, and blue
 * lightened in the dark one, until a line of them stands out from its ground by 3 : 1.
 */
export const variantHues: readonly Hue[] = [
  { light: '#0072b2', dark: '#3aa0e0' },
  { light: '#d55e00', dark: '#f07c2a' },
  { light: '#008a64', dark: '#1fbf95' },
  { light: '#b85c92', dark: '#dc98bd' },
  { light: '#a87400', dark: '#e69f00' },
  { light: '#2a8cc4', dark: '#7cc8f2' },
];

/** The colour of the variant at this place of the project, as CSS. */
export function variantColor(place: number): string {
  return `var(--variant-${(place % variantHues.length) + 1})`;
}

export function groupColor(group: BlockGroup): string {
  return `var(--group-${group})`;
}
