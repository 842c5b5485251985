import type { StepTime } from '@shared/contract/trainer';

/** What a step's time is shown to go to: the parts measured, waiting, and what is left. */
export type ShownPart = keyof StepTime['parts'] | 'wait' | 'rest';

export interface Slice {
  readonly part: ShownPart;
  readonly ms: number;
  /** Of the whole step, 0 to 1. */
  readonly share: number;
}

/** Less than this share of a step is not worth a line of its own. */
const LEAST = 0.005;

/** The slices of a step from largest to smallest, the rest last. They add up to the step. */
export function sliceStep({ ms, parts, wait }: StepTime): Slice[] {
  const all: [ShownPart, number][] = [
    ['matmul', parts.matmul],
    ['attention', parts.attention],
    ['norms', parts.norms],
    ['elementwise', parts.elementwise],
    ['embedding', parts.embedding],
    ['loss', parts.loss],
    ['optimizer', parts.optimizer],
    ['wait', wait],
  ];
  const shown = all.filter(([, part]) => part >= LEAST * ms).sort(([, a], [, b]) => b - a);
  const rest = shown.reduce((left, [, part]) => left - part, ms);
  return [...shown, ['rest', Math.max(0, rest)] as const].map(([part, own]) => ({
    part,
    ms: own,
    share: ms > 0 ? own / ms : 0,
  }));
}
