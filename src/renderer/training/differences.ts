import type { Run } from '@shared/contract/project';

/** What sets each run apart from the others shown, by run. */
export function useDifferences(_runs: readonly Run[]): ReadonlyMap<string, string> {
  return new Map();
}
