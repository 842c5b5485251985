import type { ForwardContext, WeightSpecs } from '../blocks/block';
import type { Ops, Tensor } from '../tensor/ops';
import { keyOf } from '../tensor/random';
import type { Compiled, Params, Step } from './compiled';

/** Keys and values of earlier positions, kept between calls (inference/kvCache). */
export interface Cache {
  readonly length: number;
  extend(name: string, value: Tensor): Tensor;
}

/** Where dropout's random bits come from: the step of a run, and the place of these examples in its batch. */
export interface TrainingStep {
  readonly seed: number;
  readonly step: number;
  readonly firstExample: number;
}

export interface ForwardOptions {
  readonly compiled: Compiled;
  readonly ops: Ops;
  /** By full name; see `initialWeights`. */
  readonly weights: ReadonlyMap<string, Tensor>;
  /** By the name of the input block that reads it: (B, T) int32. */
  readonly feeds: Readonly<Record<string, Tensor>>;
  /** By the same names, (B, T): 1 = real, 0 = padding; a missing name is all real. */
  readonly padding?: Readonly<Record<string, Tensor>>;
  /** null outside training: no dropout. */
  readonly training: TrainingStep | null;
  readonly cache?: Cache | null;
  /** Is shown every value that somebody may look at, by name such as `decoder.0.attention.pattern`. */
  readonly tap?: (name: string, value: () => Tensor) => void;
}

/**
 * The drawing as a function: calls its blocks in order.
 *
 * @throws Error when the drawing has problems: `compile` says which, before anything is computed.
 */
export function forward(options: ForwardOptions): Tensor {
  const { compiled } = options;
  if (compiled.output === null) throw new Error('a drawing with problems cannot be computed');
  const outputs: Tensor[] = [];
  const masks: (Tensor | null)[] = [];
  for (const step of compiled.steps) {
    const output = step.block.forward(contextOf(step, options, outputs, masks));
    outputs.push(output);
    masks.push(maskOf(step, options, masks));
    options.tap?.(`${step.name}.output`, () => output);
  }
  const output = outputs[compiled.output];
  if (output === undefined) throw new Error(`no step ${compiled.output}`);
  return output;
}

/** The padding of a step's output: that of the data for an input, else that of its first input. */
function maskOf(
  { block, params, inputs }: Step,
  { ops, padding }: ForwardOptions,
  masks: readonly (Tensor | null)[],
): Tensor | null {
  if (block.group === 'input') return padding?.[block.type] ?? null;
  const [first = -1] = Object.values(inputs);
  const mask = masks[first] ?? null;
  if (mask === null || block.outputPadding === undefined) return mask;
  return block.outputPadding(ops, params, mask);
}

function contextOf(
  step: Step,
  { ops, weights, feeds, training, cache, tap }: ForwardOptions,
  outputs: readonly Tensor[],
  masks: readonly (Tensor | null)[],
): ForwardContext<Params, string, WeightSpecs> {
  const { name, params } = step;
  return {
    ops,
    params,
    weights: mapValues(step.weights, (full) => present(weights.get(full), full)),
    inputs: mapValues(step.inputs, (place, port) => present(outputs[place], `${name}.${port}`)),
    padding: mapValues(step.inputs, (place) => masks[place] ?? null),
    feeds,
    training: training !== null,
    dropout: (use, rate) => ({
      rate: training === null ? 0 : rate,
      key: training === null ? 0 : keyOf(training.seed, training.step, `${name}.${use}`),
      firstExample: training?.firstExample ?? 0,
    }),
    tap: (what, value) => tap?.(`${name}.${what}`, value),
    offset: cache?.length ?? 0,
    extend: (what, value) => cache?.extend(`${name}.${what}`, value) ?? value,
  };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, f: (a: A, key: string) => B) {
  return Object.fromEntries(
    Object.entries(record).map(([key, a]): [string, B] => [key, f(a, key)]),
  );
}

function present<A>(value: A | undefined, name: string): A {
  if (value === undefined) throw new Error(`nothing computed or fed under ${name}`);
  return value;
}
