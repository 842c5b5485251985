import type { Variant } from '@shared/contract/project';

/** What sets each drawing apart from the others, by variant. */
export function useDrawingDifferences(_variants: readonly Variant[]): ReadonlyMap<string, string> {
  return new Map();
}
