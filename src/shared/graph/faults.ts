import type { Problem, Target, Text } from '../contract/problem';

/** The kinds of fault that a drawing can have. */
export type FaultKind =
  | 'file'
  | 'block'
  | 'params'
  | 'port'
  | 'unwired'
  | 'loop'
  | 'shape'
  | 'tied'
  | 'groupEntry'
  | 'groupExit'
  | 'groupCarry'
  | 'openEnd'
  | 'noInput'
  | 'output'
  | 'feeds'
  | 'leak'
  | 'size';

export interface Fault {
  readonly kind: FaultKind;
  readonly problem: Problem;
}

/** Where, what and what to do, before it is known which node it belongs to. */
export interface Sentence {
  readonly where: Text;
  readonly what: Text;
  readonly fix: Text;
}

export function faultAt(kind: FaultKind, sentence: Sentence, target?: Target): Fault {
  return { kind, problem: target === undefined ? sentence : { ...sentence, target } };
}
